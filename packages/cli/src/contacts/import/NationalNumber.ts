import { Result } from "effect"
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min"

/** The international form of a phone number; null for a text that is no number of the country. */
export type ToInternational = (text: string) => string | null

/**
 * How the phone numbers of a country are given their international prefix. A number that begins with a plus has one and
 * stays as it is written.
 */
export const nationalNumbersOf = (country: string): Result.Result<ToInternational, string> => {
  const code = country.toUpperCase()
  if (!isSupportedCountry(code)) {
    return Result.fail(`--country: there is no country ${JSON.stringify(country)}; it has two letters, such as DE`)
  }
  return Result.succeed((text) => {
    if (/^\s*[+＋]/.test(text)) return text
    const number = parsePhoneNumberFromString(text, { defaultCountry: code, extract: false })
    return number?.isValid() && number.ext === undefined ? number.number : null
  })
}
