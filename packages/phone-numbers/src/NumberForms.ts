import { homeKeyOf, isAddress, type NumberForms, PhoneNumbers, type WrittenNumber } from "@rollcall/core/people"
import { Layer } from "effect"
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { callingCodes, isShortForm, otherForms, partsOf, trunksOf, unified } from "./Plans.ts"
import { keyOf, meaningOf } from "./Reading.ts"
import { timeZonesOf } from "./TimeZones.ts"

/** Options for reading numbers. */
export interface NumberOptions {
  /** The country assumed for numbers without a country code, as two letters (ISO 3166) such as `DE`. Default: none. */
  readonly country?: string | undefined
}

/** Returns whether a string is the code of a country with a numbering plan, such as `DE`. */
export const isCountry = (text: string): boolean => isSupportedCountry(text)

/** Common country codes that differ from ISO 3166. */
const otherCodes: ReadonlyMap<string, string> = new Map([
  ["UK", "GB, the ISO 3166 code of the United Kingdom"],
  ["EL", "GR, the ISO 3166 code of Greece"]
])

/** Returns the text after "must be" in the error message for a country code that `isCountry` rejects. */
export const expectedCountry = (given: string): string => {
  const code = given.toUpperCase()
  return otherCodes.get(code) ?? (isCountry(code) ? `${code}, in capitals` : "a country in two letters, such as DE")
}

/**
 * Returns number forms that know every country's numbering plan. Without a default country, a number in national notation
 * keeps its digits.
 */
export const numberForms = ({ country }: NumberOptions = {}): NumberForms => {
  const home = country !== undefined && isSupportedCountry(country) ? country : null
  return {
    key: (number) => {
      const plain = plainDigits(number, home)
      if (plain !== null) return unifiedDigits(plain)
      const { digits, international } = meaningOf(number, home)
      return international === null ? digits : keyOf(international)
    },
    digits: (number) => {
      const { digits, international } = meaningOf(number, home)
      return international ?? digits
    },
    homeKey: (number) => {
      const { digits, hasCountry } = meaningOf(number, home)
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
    timeZones: timeZonesOf
  }
}

/** Provides {@link numberForms} to core. */
export const layer = (options: NumberOptions = {}): Layer.Layer<never> =>
  Layer.succeed(PhoneNumbers, numberForms(options))

/**
 * Returns the digits of a number that the library need not parse; null for other numbers. The library takes 20 microseconds
 * per number, and most numbers have a country code and skip the library.
 */
const plainDigits = ({ digits, isInternational }: WrittenNumber, home: CountryCode | null): string | null => {
  if ((!isInternational && home !== null) || digits.startsWith("0")) return null
  const parts = partsOf(digits)
  if (parts === null) return digits
  const { code, rest } = parts
  return isShortForm(code, rest) ? null : digits
}

const unifiedDigits = (digits: string): string => {
  const parts = partsOf(digits)
  return parts === null ? digits : parts.code + unified(parts.code, parts.rest)
}

const homeKeys = (address: string): ReadonlyArray<string> => {
  const parts = partsOf(address)
  if (parts === null) return []
  const { code, rest } = parts
  const written = [rest, ...otherForms(code, rest)].flatMap((form) => trunksOf(code).map((trunk) => trunk + form))
  // In Argentina, domestic mobile numbers have a 15 between area code and number.
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
