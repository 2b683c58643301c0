import { assert, describe, it } from "@effect/vitest"
import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { areaZones } from "../src/AreaZones.ts"
import { numberForms } from "../src/index.ts"
import type { timeZonesOf } from "../src/TimeZones.ts"

const timeZones: typeof timeZonesOf = numberForms().timeZones

/** What clocks of a zone show twice a month in this year and the next one. */
const clocksOf = (zone: string): string => {
  const clock = new Intl.DateTimeFormat("en", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
  const year = new Date().getUTCFullYear()
  return Array.from({ length: 48 }, (_, half) => clock.format(Date.UTC(year, half / 2, 1 + 14 * (half % 2)))).join()
}

const zonesOf = (country: CountryCode) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []

const table = areaZones
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [zones = "", prefixes = ""] = line.split(": ")
    return prefixes.split(" ").map((prefix) => [prefix, zones.split(" ")] as const)
  })

describe("a number's time zones (Q5)", () => {
  it.each<readonly [what: string, number: string, zones: ReadonlyArray<string>]>([
    ["a German mobile", "4915112345678", ["Europe/Berlin"]],
    ["a Nepalese mobile", "9779841234567", ["Asia/Katmandu"]],
    ["a French mobile", "33612345678", ["Europe/Paris"]],
    ["a number of Washington", "12025550123", ["America/New_York"]],
    ["a number of Los Angeles", "13105550123", ["America/Los_Angeles"]],
    ["a number of Honolulu", "18085550123", ["Pacific/Honolulu"]],
    ["a number of Phoenix, where clocks don't change", "16025550123", ["America/Phoenix"]],
    ["a number of Toronto", "14165550123", ["America/Toronto"]],
    ["a number of Jamaica", "18765550123", ["America/Jamaica"]],
    ["a number of Tennessee, which has two zones", "14235550123", ["America/Chicago", "America/New_York"]],
    ["a mobile of São Paulo", "5511961234567", ["America/Sao_Paulo"]],
    ["a mobile of Cuiabá", "5565961234567", ["America/Manaus"]],
    [
      "a mobile of Manaus, whose area the table joins with its neighbours",
      "5592961234567",
      ["America/Manaus", "America/Sao_Paulo"]
    ],
    ["a mobile of Tijuana", "526641234567", ["America/Tijuana"]],
    ["a mobile of Mexico City", "525512345678", ["America/Mexico_City"]],
    ["a number of Brisbane", "61731234567", ["Australia/Brisbane", "Australia/Sydney"]],
    ["a number of Perth", "61892210000", ["Australia/Adelaide", "Australia/Darwin", "Australia/Perth"]],
    ["a number of Jayapura", "62967123456", ["Asia/Jayapura"]],
    ["a number of Vladivostok", "74232123456", ["Asia/Vladivostok"]],
    ["a mobile of Kazakhstan", "77012345678", ["Asia/Almaty"]],
    ["a number of Las Palmas", "34928123456", ["Atlantic/Canary"]],
    ["a Spanish mobile, from either", "34612345678", ["Atlantic/Canary", "Europe/Madrid"]],
    ["a Portuguese mobile, from either", "351912345678", ["Atlantic/Azores", "Europe/Lisbon"]],
    ["a Chinese mobile, where people live by one time", "8613812345678", ["Asia/Shanghai"]],
    ["a Ukrainian mobile, where people live by one time", "380501234567", ["Europe/Kyiv"]],
    ["a number of no country", "9991234567", []]
  ])("Q5: of %s are known", (_, number, zones) => {
    assert.deepStrictEqual(timeZones(number), zones)
  })

  it.each([
    ["Russia", "79161234567", ["Europe/Kaliningrad", "Europe/Moscow", "Asia/Kamchatka"], 11],
    ["Australia", "61412345678", ["Australia/Perth", "Australia/Sydney", "Australia/Brisbane"], 7],
    ["Indonesia", "6281234567890", ["Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"], 3]
  ] as const)("Q5: of a mobile number in %s may be any of the country's zones", (_, number, some, count) => {
    const zones = timeZones(number).map(clocksOf)
    assert.includeMembers(zones, some.map(clocksOf))
    assert.lengthOf(new Set(zones), count)
    assert.lengthOf(zones, count)
  })

  it("Q5: of every country's example number are zones of that country, according to the engine's data", () => {
    const silent: Array<string> = []
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)?.number.slice(1)
      // Christmas Island and the Cocos Islands have mobile numbers of Australia.
      const own = zonesOf(country === "CX" || country === "CC" ? "AU" : country)
      if (number === undefined || own.length === 0) {
        silent.push(country)
        continue
      }
      const found = timeZones(number)
      assert.isNotEmpty(found, country)
      assert.includeMembers(own.map(clocksOf), found.map(clocksOf), country)
    }
    // Ascension, Tristan da Cunha and Kosovo, of which the engine knows no zone.
    assert.includeMembers(["AC", "TA", "XK"], silent)
  })

  it("Q5: the table of areas has each prefix once, a country for each, and only existing zones", () => {
    const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)))
    assert.lengthOf(new Set(table.map(([prefix]) => prefix)), table.length)
    for (const [prefix, zones] of table) {
      assert.isTrue(
        [1, 2, 3].some((length) => codes.has(prefix.slice(0, length))),
        prefix
      )
      assert.isAtMost(prefix.length, 7)
      for (const zone of zones) assert.isNotEmpty(clocksOf(zone))
    }
  })
})
