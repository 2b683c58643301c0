import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { areaZones } from "./AreaZones.ts"
import { partsOf } from "./Plans.ts"

declare global {
  namespace Intl {
    interface Locale {
      /** Returns the IANA names of the country's time zones. Engines before 2025 only have `timeZones`. */
      getTimeZones?: () => ReadonlyArray<string> | undefined
      readonly timeZones?: ReadonlyArray<string> | undefined
    }
  }
}

/**
 * Returns a number's possible time zones by area, or by country if the area is unknown. Empty for an unknown country code.
 */
export const timeZonesOf = (address: string): ReadonlyArray<string> => {
  const code = partsOf(address)?.code
  if (code === undefined) return []
  const area = zonesOfArea(code, address)
  if (area !== null) return area
  const ofCode = zonesOfCode(code)
  if (ofCode.length < 2) return ofCode
  const country = parsePhoneNumberFromString(`+${address}`)?.country
  return country === undefined ? ofCode : zonesOfCountry(country)
}

/** Returns a function that computes a value for each key once. */
const once = <A>(compute: (key: string) => A): ((key: string) => A) => {
  const known = new Map<string, A>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = compute(key)
    known.set(key, made)
    return made
  }
}

/** Time zones by area prefix, which is the start of a number with its country code. */
type Areas = ReadonlyMap<string, ReadonlyArray<string>>

let areas: ReadonlyMap<string, Areas> | null = null

/** Returns the areas by calling code. Parses the table on first use. */
const readAreas = (): ReadonlyMap<string, Areas> => {
  if (areas !== null) return areas
  const read = new Map<string, Map<string, ReadonlyArray<string>>>()
  for (const line of areaZones.trim().split("\n")) {
    const [zones = "", prefixes = ""] = line.split(": ")
    const names = zones.split(" ")
    for (const prefix of prefixes.split(" ")) {
      const code = partsOf(prefix)?.code ?? prefix
      read.set(code, (read.get(code) ?? new Map<string, ReadonlyArray<string>>()).set(prefix, names))
    }
  }
  areas = read
  return read
}

/** The maximum length of an area prefix, in digits. */
const mostAreaDigits = 7

/** Returns the zones of the longest prefix that matches the number; null without a match. */
const zonesOfArea = (code: string, address: string): ReadonlyArray<string> | null => {
  const known = readAreas().get(code)
  if (known === undefined) return null
  for (let length = Math.min(mostAreaDigits, address.length); length >= code.length; length--) {
    const zones = known.get(address.slice(0, length))
    if (zones !== undefined) return zones
  }
  return null
}

/** Returns the zones of all countries with a calling code. */
const zonesOfCode = once((code) =>
  withOwnClocks(
    getCountries()
      .filter((country) => getCountryCallingCode(country) === code)
      .flatMap(namesOf)
  )
)

const zonesOfCountry = once((country) => withOwnClocks(namesOf(country)))

const namesOf = (country: string): ReadonlyArray<string> => {
  const locale = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Keeps one zone of each group with identical clocks, such as Berlin and Büsingen. */
const withOwnClocks = (zones: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return zones.filter((zone) => {
    const before = seen.size
    return seen.add(clocksOf(zone)).size > before
  })
}

/** Returns a zone's local times in the middle of each month of this year and the next, as one string. */
const clocksOf = once((zone) => {
  const clock = new Intl.DateTimeFormat("en", { timeZone: zone, dateStyle: "short", timeStyle: "long" })
  const year = new Date().getUTCFullYear()
  return Array.from({ length: 24 }, (_, month) => clock.format(Date.UTC(year, month, 15)).replace(/ [^ ]*$/, "")).join()
})
