import { homeKeyOf, isAddress, type NumberForms, PhoneNumbers } from "@rollcall/core/contacts"
import { Layer } from "effect"
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { callingCodes, isShortForm, otherForms, partsOf, trunksOf, unified } from "./Plans.ts"
import { keyOf, readNumber } from "./Reading.ts"
import { timeZoneOf } from "./TimeZones.ts"

/** How numbers are read. */
export interface NumberOptions {
  /** The country of the numbers that are written without one: two letters (ISO 3166), such as `DE`. */
  readonly country?: string | undefined
}

/** Whether a text is the code of a country that has a numbering plan, such as `DE`. */
export const isCountry = (text: string): boolean => isSupportedCountry(text)

/**
 * Reads numbers by the numbering plans of all countries (C3). A number that is written without its country, and for which
 * no country is given, is its digits.
 */
export const numberForms = ({ country }: NumberOptions = {}): NumberForms => {
  const home = country !== undefined && isSupportedCountry(country) ? country : null
  return {
    key: (text) => {
      const plain = plainDigits(text, home)
      if (plain !== null) return unifiedDigits(plain)
      const { digits, international } = readNumber(text, home)
      return international === null ? digits : keyOf(international)
    },
    digits: (text) => {
      const plain = plainDigits(text, home)
      if (plain !== null) return plain
      const { digits, international } = readNumber(text, home)
      return international ?? digits
    },
    homeKey: (text) => {
      const { digits, hasCountry } = readNumber(text, home)
      return hasCountry ? null : homeKeyOf(digits)
    },
    homeKeys,
    addressesOf,
    variants: (address) => {
      const parts = partsOf(address)
      return parts === null
        ? [address]
        : [address, ...otherForms(parts.code, parts.rest).map((rest) => parts.code + rest)]
    },
    timeZone: (address) => {
      const country = parsePhoneNumberFromString(`+${address}`)?.country
      return country === undefined ? null : timeZoneOf(country)
    }
  }
}

/** Provides {@link numberForms} to core. */
export const layer = (options: NumberOptions = {}): Layer.Layer<never> =>
  Layer.succeed(PhoneNumbers, numberForms(options))

/**
 * The digits of a number that is written plainly: a plus, which may be missing where no country is given, and digits with
 * the usual punctuation, without anything that only the library can read. Null for every other text. Most numbers are
 * such, and the library takes 20 microseconds for one.
 */
const plainDigits = (text: string, home: CountryCode | null): string | null => {
  const hasPlus = text.startsWith("+")
  if (!hasPlus && home !== null) return null
  let digits = ""
  for (let at = hasPlus ? 1 : 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char >= 0x30 && char <= 0x39) digits += text[at]
    else if (!isPunctuation(char)) return null
  }
  if (digits.startsWith("0") || digits === "") return null
  const parts = partsOf(digits)
  if (parts === null) return digits
  const { code, rest } = parts
  return isShortForm(code, rest) ? null : digits
}

const unifiedDigits = (digits: string): string => {
  const parts = partsOf(digits)
  return parts === null ? digits : parts.code + unified(parts.code, parts.rest)
}

/** Space, parentheses, hyphen, full stop and slash. */
const isPunctuation = (char: number): boolean =>
  char === 0x20 || char === 0x28 || char === 0x29 || (char >= 0x2d && char <= 0x2f)

const homeKeys = (address: string): ReadonlyArray<string> => {
  const parts = partsOf(address)
  if (parts === null) return []
  const { code, rest } = parts
  const written = [rest, ...otherForms(code, rest)].flatMap((form) => trunksOf(code).map((trunk) => trunk + form))
  // Between the area and the number of a mobile in Argentina stands a 15 at home.
  const national = code === "54" ? parsePhoneNumberFromString(`+549${rest}`)?.formatNational() : undefined
  const all = [...written, national?.replace(/[^0-9]/g, "") ?? ""]
  return Array.from(new Set(all.flatMap((digits) => homeKeyOf(digits) ?? [])))
}

const addressesOf = (homeKey: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const code of callingCodes) {
    for (const trunk of trunksOf(code)) {
      if (!homeKey.startsWith(trunk)) continue
      const rest = homeKey.slice(trunk.length)
      for (const digits of [`${code}${rest}`, `${code}0${rest}`]) {
        for (const address of [digits, keyOf(digits)]) {
          const isOne = isAddress(address) && keyOf(address) === address
          if (isOne && homeKeys(address).includes(homeKey)) found.add(address)
        }
      }
    }
  }
  return Array.from(found)
}
