import { visible } from "../shared/Text.ts"
import { fewestDigits, mostDigits } from "./Numbers.ts"

/** What a message can be sent to: a phone number with its country code, or the id that a platform gave a person (B7). */
export type Address =
  | { readonly _tag: "Number"; readonly digits: string }
  | { readonly _tag: "UserId"; readonly id: string }

const numberPattern = new RegExp(`^[1-9][0-9]{${fewestDigits - 1},${mostDigits - 1}}$`)

/** A country, and for ids that several portfolios share `ENT`. The prefix belongs to the id. */
const userIdPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** Reads an address in the form in which broadcasts name it; null for a text that is none. Nothing else decides what one is. */
export const readAddress = (text: string): Address | null => {
  if (numberPattern.test(text)) return { _tag: "Number", digits: text }
  return userIdPattern.test(text) ? { _tag: "UserId", id: text } : null
}

/** The form of a user id in letters of any case: an id that something has spoiled. */
const anyUserIdPattern = new RegExp(userIdPattern.source, "i")

/** Whether a text is a user id but for the case of its letters: its digits are no phone number. */
export const isSpoiledUserId = (text: string): boolean => {
  const seen = visible(text)
  return anyUserIdPattern.test(seen) && !userIdPattern.test(seen)
}

/** Whether a text is an address, in the form in which broadcasts name it (B7). */
export const isAddress = (text: string): boolean => readAddress(text) !== null

/** Whether an address is a phone number: it has a country, a time zone and other spellings, which an id has not. */
export const isNumberAddress = (text: string): boolean => readAddress(text)?._tag === "Number"

/** The user id in a text that has nothing else, but white space and marks that are not seen; null for none. */
export const userIdIn = (text: string): string | null => {
  const address = readAddress(visible(text))
  return address?._tag === "UserId" ? address.id : null
}
