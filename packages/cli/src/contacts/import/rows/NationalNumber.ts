import type { ToInternational } from "@rollcall/contact-files"
import { visible } from "@rollcall/core/operations"
import { expectedCountry, internationalForm, isCountry, numberForms } from "@rollcall/phone-numbers"
import { Result } from "effect"

/** Compares numbers as in a workspace without a country. */
export const numbers = numberForms()

/** Whether a string is this number in international form, ignoring punctuation. */
const isSame = (text: string, number: string): boolean =>
  /^\s*[+＋][\d\s()./-]+$/.test(text) && `+${text.replace(/\D/g, "")}` === number

/**
 * Returns a function that converts phone numbers of a country to international form. It removes `(0)`, invisible characters
 * and `tel:` from a number that is already international. It doesn't change a string that starts with `+` but isn't a
 * number, and returns null for any other string that isn't one.
 */
export const nationalNumbersOf = (country: string): Result.Result<ToInternational, string> => {
  const code = country.toUpperCase()
  if (!isCountry(code)) {
    return Result.fail(`--country must be ${expectedCountry(code)}, not ${JSON.stringify(country)}`)
  }
  return Result.succeed((text) => {
    const number = internationalForm(text, code)
    if (number !== null) return isSame(text, number) ? text : number
    return /^(?:tel:\s*)?[+＋]/i.test(visible(text)) ? text : null
  })
}
