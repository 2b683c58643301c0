/** How few and how many digits a phone number has, with its country code (E.164). */
export const fewestDigits = 7
export const mostDigits = 15

/** What a message can be sent to: a phone number with its country code, or the id that a platform gave a person. */
export type Address =
  | { readonly _tag: "Number"; readonly digits: string }
  | { readonly _tag: "UserId"; readonly id: string }

const numberPattern = new RegExp(`^[1-9][0-9]{${fewestDigits - 1},${mostDigits - 1}}$`)

/** A country, and for ids that several portfolios share `ENT`. The prefix belongs to the id. */
export const userIdPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** Reads an address in the form in which broadcasts name it; null for a string that isn't an address. Nothing else decides that. */
export const readAddress = (text: string): Address | null => {
  if (numberPattern.test(text)) return { _tag: "Number", digits: text }
  return userIdPattern.test(text) ? { _tag: "UserId", id: text } : null
}

/** Whether a text is an address, in the form in which broadcasts name it. */
export const isAddress = (text: string): boolean => readAddress(text) !== null

/** Whether an address is a phone number: it has a country, a time zone and other spellings, which an id has not. */
export const isNumberAddress = (text: string): boolean => readAddress(text)?._tag === "Number"
