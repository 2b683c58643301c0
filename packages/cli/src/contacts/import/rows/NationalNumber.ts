import type { ToInternational } from "@rollcall/contact-files"
import { visible } from "@rollcall/core/operations"
import { expectedCountry, internationalForm, isCountry, numberForms } from "@rollcall/phone-numbers"
import { Result } from "effect"

/** The numbers of a file are compared as a workspace without a country compares them. */
export const numbers = numberForms()

/** Whether a text is a number in international form but for its punctuation. */
const isSame = (text: string, number: string): boolean =>
  /^\s*[+＋][\d\s()./-]+$/.test(text) && `+${text.replace(/\D/g, "")}` === number

/**
 * How the phone numbers of a country are given their international prefix. One that is written as an international number
 * is put into the same form, whatever stands in it: `(0)`, marks that are not seen, `tel:`; where it is no number it stays
 * as it is written.
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
