import { identifierValue, visible } from "@rollcall/core/storage"
import { Result } from "effect"
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min"

/** Whether a text is a number in international form but for its punctuation. */
const isSame = (text: string, number: string): boolean =>
  /^\s*[+＋][\d\s()./-]+$/.test(text) && identifierValue("phoneNumber", text) === identifierValue("phoneNumber", number)

/** The international form of a phone number; null for a text that is no number of the country. */
export type ToInternational = (text: string) => string | null

/**
 * How the phone numbers of a country are given their international prefix. One that is written as an international number
 * is put into the same form, whatever stands in it: `(0)`, marks that are not seen, `tel:`; where it is no number it stays
 * as it is written.
 */
export const nationalNumbersOf = (country: string): Result.Result<ToInternational, string> => {
  const code = country.toUpperCase()
  if (!isSupportedCountry(code)) {
    return Result.fail(`--country: there is no country ${JSON.stringify(country)}; it has two letters, such as DE`)
  }
  return Result.succeed((text) => {
    const seen = visible(text).replace(/^tel:\s*/i, "")
    const number = parsePhoneNumberFromString(seen, { defaultCountry: code, extract: false })
    if (number?.isValid() && number.ext === undefined) return isSame(text, number.number) ? text : number.number
    return /^[+＋]/.test(seen) ? text : null
  })
}
