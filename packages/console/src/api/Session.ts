import { shared } from "../reading/Shared.ts"
import { tabStorage } from "../reading/Kept.ts"
import { readText } from "../reading/Reader.ts"

const key = "token"

/** The access token of this tab; undefined if the host logs people in or no token has been typed. */
export const token = shared(tabStorage.read(key, readText))

/** Whether the API rejected the last request because the login is missing or invalid. */
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
