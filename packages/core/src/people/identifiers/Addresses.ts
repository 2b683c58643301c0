import { visible } from "../../shared/Text.ts"
import { readAddress, userIdPattern } from "./AddressForm.ts"

/** The form of a user id in letters of any case: an id that something has spoiled. */
const anyUserIdPattern = new RegExp(userIdPattern.source, "i")

/** Whether a text is a user id except for the case of its letters: its digits are no phone number. */
export const isSpoiledUserId = (text: string): boolean => {
  const seen = visible(text)
  return anyUserIdPattern.test(seen) && !userIdPattern.test(seen)
}

/** The user id in a text that has nothing else, but white space and marks that are not seen; null for none. */
export const userIdIn = (text: string): string | null => {
  const address = readAddress(visible(text))
  return address?._tag === "UserId" ? address.id : null
}
