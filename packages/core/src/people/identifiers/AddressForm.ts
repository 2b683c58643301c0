/** The minimum and maximum number of digits in a phone number with country code (E.164). */
export const fewestDigits = 7
export const mostDigits = 15

/** An address to send to: a phone number with its country code, or a user id from the platform. */
export type Address =
  | { readonly _tag: "Number"; readonly digits: string }
  | { readonly _tag: "UserId"; readonly id: string }

const numberPattern = new RegExp(`^[1-9][0-9]{${fewestDigits - 1},${mostDigits - 1}}$`)

/**
 * Matches a user id: a country code, an optional `ENT` for ids shared by several portfolios, and the id. The prefix is part
 * of the id.
 */
export const userIdPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/**
 * Parses an address in the form that broadcasts use; null for any other string. All checks of addresses use this function.
 */
export const readAddress = (text: string): Address | null => {
  if (numberPattern.test(text)) return { _tag: "Number", digits: text }
  return userIdPattern.test(text) ? { _tag: "UserId", id: text } : null
}

/** Returns whether a string is an address in the form that broadcasts use. */
export const isAddress = (text: string): boolean => readAddress(text) !== null

/** Returns whether an address is a phone number. Only a number has a country, a time zone and other spellings. */
export const isNumberAddress = (text: string): boolean => readAddress(text)?._tag === "Number"
