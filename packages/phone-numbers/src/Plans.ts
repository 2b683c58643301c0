import { getCountries, getCountryCallingCode } from "libphonenumber-js/max"

/** The country codes of all numbering plans. */
export const callingCodes: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country))
)

/** Splits a number into its country code and the remaining digits; null for an unknown country code. */
export const partsOf = (digits: string): { readonly code: string; readonly rest: string } | null => {
  for (let length = 1; length <= 3; length++) {
    const code = digits.slice(0, length)
    if (callingCodes.has(code)) return { code, rest: digits.slice(length) }
  }
  return null
}

/**
 * Prefixes after the country code that mark a domestic dialling prefix or a short form. The library leaves numbers without
 * such a prefix unchanged. Tests check this for every numbering plan.
 */
const shortForms: { readonly [code: string]: ReadonlyArray<string> } = {
  "1": ["0", "1"],
  "7": ["0", "8"],
  "44": ["0", "180020"],
  "54": ["0", "1", "2", "3"],
  "55": ["0", "90"],
  "61": ["0", "183"],
  "86": ["0", "11", "12", "179"],
  "261": [""],
  "298": ["0", "10"],
  "352": ["0", "15"],
  "370": ["0", "8"],
  "375": ["0", "8"],
  "378": [""],
  "423": ["0", "1001"],
  "506": ["0", "19"],
  "672": [""],
  "692": ["0", "1"],
  "993": ["0", "8"]
}
const zero: ReadonlyArray<string> = ["0"]

/** Returns whether a number may have a dialling prefix or a short form, so that the library must parse the number. */
export const isShortForm = (code: string, rest: string): boolean =>
  (shortForms[code] ?? zero).some((start) => rest.startsWith(start))

/** Domestic dialling prefixes by country code, without leading zeros. A prefix of only zeros is omitted. */
const trunks: { readonly [code: string]: ReadonlyArray<string> } = {
  "7": ["8"],
  "36": ["6"],
  "52": ["1", "44", "45"],
  "54": ["9"],
  "370": ["8"],
  "375": ["8", "80"],
  "993": ["8"]
}

/** Returns the domestic dialling prefixes of a country, including the empty prefix. */
export const trunksOf = (code: string): ReadonlyArray<string> => ["", ...(trunks[code] ?? [])]

/** Matches Mexican mobile numbers from before 2020: with a 1 after the country code, or in a domestic dialling form. */
const oldMexican = /^(?:1|01|044|045)(\d{10})$/

/** Matches Brazilian mobile numbers from before 2016: an area code and eight digits that start with 6 to 9. */
const oldBrazilian = /^([1-9]{2})([6-9]\d{7})$/

/** Matches Argentine mobile numbers with the 9 that is dialled from abroad. */
const mobileArgentine = /^9(\d{10})$/

/** Returns a number's canonical form without country code. Numbers with only one form stay unchanged. */
export const unified = (code: string, rest: string): string => {
  if (code === "52") return rest.replace(oldMexican, "$1")
  if (code === "54") return rest.replace(mobileArgentine, "$1")
  return code === "55" ? rest.replace(oldBrazilian, "$19$2") : rest
}

/** Returns the other forms that {@link unified} maps to the same number. */
export const otherForms = (code: string, rest: string): ReadonlyArray<string> => {
  if (code === "52" && rest.length === 10) return [`1${rest}`]
  if (code === "54" && rest.length === 10) return [`9${rest}`]
  return code === "55" && /^[1-9]{2}9[6-9]\d{7}$/.test(rest) ? [rest.slice(0, 2) + rest.slice(3)] : []
}
