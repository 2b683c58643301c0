import { visible } from "../../shared/Text.ts"
import { readAddress, userIdPattern } from "./AddressForm.ts"

/** Matches a user id in letters of any case. */
const anyUserIdPattern = new RegExp(userIdPattern.source, "i")

/** Returns whether a string is a user id with letters in the wrong case. Such a string is not a phone number either. */
export const isSpoiledUserId = (text: string): boolean => {
  const seen = visible(text)
  return anyUserIdPattern.test(seen) && !userIdPattern.test(seen)
}

/** Returns the user id in a string, ignoring white space and invisible characters; null if the string is anything else. */
export const userIdIn = (text: string): string | null => {
  const address = readAddress(visible(text))
  return address?._tag === "UserId" ? address.id : null
}
