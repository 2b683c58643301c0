import { readNumber, type WrittenNumber } from "@rollcall/core/people"
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString
} from "libphonenumber-js/max"
import { isShortForm, partsOf, unified } from "./Plans.ts"

/** Returns the digits with country code, without domestic dialling prefixes. */
const internationalDigits = (digits: string): string => {
  const parts = partsOf(digits)
  if (parts === null || !isShortForm(parts.code, parts.rest)) return digits
  const read = parse(`+${digits}`)?.number.slice(1) ?? digits
  return read === digits ? digits : internationalDigits(read)
}

/** Returns the canonical digits of a number with country code, equal for all its notations. */
export const keyOf = (digits: string): string => {
  const international = internationalDigits(digits)
  const parts = partsOf(international)
  return parts === null ? international : parts.code + unified(parts.code, parts.rest)
}

const parse = (text: string, defaultCountry?: CountryCode) =>
  parsePhoneNumberFromString(text, { extract: false, ...(defaultCountry && { defaultCountry }) })

/**
 * Returns the digits with country code of a number in `country`'s national notation; null for any other number. Digits
 * without a leading zero may also be a valid number with country code. In that case, digits that start with `country`'s own
 * code keep that code. Other such digits are national only if `country` has the number and it isn't a fixed line.
 */
const nationalDigits = (digits: string, country: CountryCode): string | null => {
  const code = getCountryCallingCode(country)
  const isForeign = !digits.startsWith("0") && [digits, keyOf(digits)].some((one) => parse(`+${one}`)?.isValid())
  if (isForeign && digits.startsWith(code)) return internationalDigits(digits)
  const number = parse(digits, country)
  if (number?.isValid()) return isForeign && number.getType() === "FIXED_LINE" ? null : number.number.slice(1)
  // Mexican dialling forms from before 2020 are no longer part of the plan.
  const old = unified(code, digits)
  return old === digits ? null : nationalDigits(old, country)
}

/**
 * Returns a number's digits, its digits with country code (null if the country is unknown), and whether the country code is
 * written or comes from `country`.
 */
export const meaningOf = ({ digits, isInternational }: WrittenNumber, country: CountryCode | null) => {
  const national = isInternational || country === null ? null : nationalDigits(digits, country)
  const isHome = !isInternational && national === null && digits.startsWith("0")
  return {
    digits,
    international: national ?? (isHome ? null : internationalDigits(digits)),
    hasCountry: isInternational || national !== null
  }
}

/**
 * Returns the international form of a number in international or national notation. Returns null if the number is invalid
 * or has an extension or remark.
 */
export const internationalForm = (text: string, country: string): string | null => {
  if (!isSupportedCountry(country)) return null
  const reading = readNumber(text)
  if (reading._tag !== "One" || reading.value.extension !== null) return null
  const { international } = meaningOf(reading.value, country)
  const number = international === null ? undefined : parse(`+${international}`)
  return number?.isValid() ? number.number : null
}
