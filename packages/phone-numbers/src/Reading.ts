import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString
} from "libphonenumber-js/max"
import { isShortForm, partsOf, unified } from "./Plans.ts"

/** A number as it is written: its digits, and whether they begin with a country code. */
interface Written {
  readonly digits: string
  readonly isInternational: boolean
  /** Whether something else stands among the digits, such as letters: it is no number then. */
  readonly isSomethingElse: boolean
}

/** What a number may have behind it: an extension in any of its usual spellings. */
const extension =
  /[\s,;.(]*(?:;\s*(?:ext|isub|phone-context)\s*=|\b(?:ext|extension|extn|app|durchwahl|dw|poste|interno)\b|(?<=\d[\s.)]*)x(?=[\s.:]*\d)|#).*$/isu

/** What a spreadsheet makes of a long number: the last digits of the number are lost, and those of its power are no part of it. */
const rounded = /^[+-]?\d(?:[.,]\d+)?e\+\d{2,3}$/i

/** A text of ASCII digits: those of other scripts are changed, characters that are not seen are left out. */
const visibleDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, asciiDigit)

/** The digit that a character stands for: the ten digits of a script are in a row. */
const asciiDigit = (char: string): string => {
  const point = char.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++
  return `${value}`
}

const withoutScheme = (text: string): string =>
  visibleDigits(text)
    .trim()
    .replace(/^tel:\s*/i, "")

/** Reads how a number is written, without the scheme of a link and without an extension. */
const writtenNumber = (text: string): Written => {
  const seen = withoutScheme(text).replace(extension, "")
  if (rounded.test(seen)) return { digits: "", isInternational: false, isSomethingElse: true }
  const digits = seen.replace(/[^0-9]/g, "")
  const isSomethingElse = /[0-9].*\p{L}/su.test(seen)
  if (/^[^0-9]*\+/.test(seen)) return { digits, isInternational: true, isSomethingElse }
  return /^00[1-9]/.test(digits)
    ? { digits: digits.slice(2), isInternational: true, isSomethingElse }
    : { digits, isInternational: false, isSomethingElse }
}

/** The digits of a number as they are written, those of any script, without an extension. */
export const writtenDigits = (text: string): string =>
  withoutScheme(text)
    .replace(extension, "")
    .replace(/[^0-9]/g, "")

/** The digits of a number with its country code, without what is only dialled at home, were it there twice. */
const internationalDigits = (digits: string): string => {
  const parts = partsOf(digits)
  if (parts === null || !isShortForm(parts.code, parts.rest)) return digits
  const read = parse(`+${digits}`)?.number.slice(1) ?? digits
  return read === digits ? digits : internationalDigits(read)
}

/** The digits with country code in the one form that all spellings of a number have. */
export const keyOf = (digits: string): string => {
  const international = internationalDigits(digits)
  const parts = partsOf(international)
  return parts === null ? international : parts.code + unified(parts.code, parts.rest)
}

const parse = (text: string, defaultCountry?: CountryCode) =>
  parsePhoneNumberFromString(text, { extract: false, ...(defaultCountry && { defaultCountry }) })

/**
 * The digits with country code of a number that is written as people of the country do; null for none of its numbers.
 * Digits without a leading zero may be a number with its country code and no plus: they are, if they begin with the code
 * of the country, or are no mobile number of it and valid in another country.
 */
const nationalDigits = (digits: string, country: CountryCode): string | null => {
  const code = getCountryCallingCode(country)
  const isForeign = !digits.startsWith("0") && [digits, keyOf(digits)].some((one) => parse(`+${one}`)?.isValid())
  if (isForeign && digits.startsWith(code)) return internationalDigits(digits)
  const number = parse(digits, country)
  if (number?.isValid()) return isForeign && number.getType() === "FIXED_LINE" ? null : number.number.slice(1)
  // What was dialled in Mexico before 2020 is no number of the plan any more.
  const old = unified(code, digits)
  return old === digits ? null : nationalDigits(old, country)
}

/** What a text says of a number: its digits, those with country code, and whether that is written or that of the country. */
export const readNumber = (text: string, country: CountryCode | null) => {
  const { digits, isInternational, isSomethingElse } = writtenNumber(text)
  if (isSomethingElse) return { digits, international: null, hasCountry: false }
  const national = isInternational || country === null ? null : nationalDigits(digits, country)
  const isHome = !isInternational && national === null && digits.startsWith("0")
  return {
    digits,
    international: national ?? (isHome ? null : internationalDigits(digits)),
    hasCountry: isInternational || national !== null
  }
}

/**
 * The international form of a number that is written internationally, or as people of the country do; null where it is no
 * valid number, and where it has an extension, which that form has no place for.
 */
export const internationalForm = (text: string, country: string): string | null => {
  if (!isSupportedCountry(country) || extension.test(withoutScheme(text))) return null
  const { international } = readNumber(text, country)
  const number = international === null ? undefined : parse(`+${international}`)
  return number?.isValid() ? number.number : null
}
