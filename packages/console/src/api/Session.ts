import { shared } from "../reading/Shared.ts"
import { tabStorage } from "../reading/Kept.ts"
import { readText } from "../reading/Reader.ts"

const key = "token"

/** The access token of this tab; undefined where the host logs people in, or none was typed yet. */
export const token = shared(tabStorage.read(key, readText))

/** Whether the API refused the last request for want of a valid login. */
export const loggedOut = shared(false)

export const logIn = (given: string): void => {
  tabStorage.write(key, given)
  token.value = given
  loggedOut.value = false
}

export const logOut = (): void => {
  tabStorage.remove(key)
  token.value = undefined
  loggedOut.value = true
}
