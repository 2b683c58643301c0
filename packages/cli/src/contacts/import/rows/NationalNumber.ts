import type { ToInternational } from "@rollcall/contact-files"
import { visible } from "@rollcall/core/operations"
import { expectedCountry, internationalForm, isCountry, numberForms } from "@rollcall/phone-numbers"
import { Result } from "effect"

/** The numbers of a file are compared as in a workspace without a country. */
export const numbers = numberForms()

/** Whether a string is this number in international form, apart from punctuation. */
const isSame = (text: string, number: string): boolean =>
  /^\s*[+＋][\d\s()./-]+$/.test(text) && `+${text.replace(/\D/g, "")}` === number

/**
 * Returns a function that puts the phone numbers of a country into international form. A number that is already international is
 * normalized: `(0)`, invisible marks and `tel:` are removed. If it is not a number, it does not change.
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
