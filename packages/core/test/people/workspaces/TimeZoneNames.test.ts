import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { offsetAt } from "../../../src/people/workspaces/QuietHours.ts"
import { namedZone, readTimeZone } from "../../../src/people/workspaces/TimeZoneNames.ts"

const hour = 3_600_000
const winter = Date.UTC(2027, 0, 15)
const summer = Date.UTC(2027, 6, 15)

describe("a time zone's name (Q5)", () => {
  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["america/new_york", "America/New_York"],
    ["America/New York", "America/New_York"],
    ["  AMERICA / NEW   YORK ", "America/New_York"],
    ["America/North Dakota/New Salem", "America/North_Dakota/New_Salem"],
    ["america/port-au-prince", "America/Port-au-Prince"],
    ["america/port‐au‐prince", "America/Port-au-Prince"],
    ["utc", "UTC"],
    ["ＵＴＣ", "UTC"]
  ])("Q5: %j is %s", (text, name) => {
    assert.strictEqual(readTimeZone(text)?.name, name)
  })

  it.each([
    ["GMT-5", -5],
    ["gmt+02:00", 2],
    ["GMT +2", 2],
    ["UTC−3", -3],
    ["utc – 3", -3],
    ["UTC+5:30", 5.5],
    ["+0545", 5.75],
    ["-03:30", -3.5],
    ["+14", 14],
    ["Etc/GMT+5", -5]
  ])("Q5: %j is an offset of %d hours, in winter and in summer", (text, hours) => {
    const found = readTimeZone(text) ?? assert.fail("it can't be read")
    assert.deepStrictEqual(
      [winter, summer].map((at) => offsetAt(found.zone, at)),
      [hours * hour, hours * hour]
    )
  })

  it.each([
    "",
    " ",
    "Berlin",
    "Europe/Nowhere",
    "Atlantis",
    "CEST",
    "Eastern Time",
    "5",
    "GMT+15",
    "GMT+5:60",
    "+1234567",
    "12:00"
  ])("Q5: %j is not recognized", (text) => {
    assert.isNull(readTimeZone(text))
  })

  it("Q5: every zone of the engine is recognized in any case, with blanks for underscores", () => {
    for (const name of Intl.supportedValuesOf("timeZone")) {
      for (const text of [name, name.toUpperCase(), name.toLowerCase().replaceAll("_", " ")]) {
        const found = readTimeZone(text) ?? assert.fail(text)
        assert.strictEqual(
          offsetAt(found.zone, summer),
          offsetAt((namedZone(name) ?? assert.fail(name)).zone, summer),
          text
        )
      }
    }
  })

  it("Q5: every recognized name is valid for the engine, and no string throws", () => {
    const sign = fc.constantFrom("+", "-", "−", " + ")
    const offset = fc.tuple(fc.constantFrom("", "GMT", "utc "), sign, fc.nat(20), fc.constantFrom("", ":30", "45"))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          offset.map((parts) => parts.join(""))
        ),
        (text) => {
          const name = readTimeZone(text)?.name
          if (name !== undefined) assert.strictEqual(readTimeZone(name)?.name, name)
          assert.isNotEmpty(new Intl.DateTimeFormat("en", { timeZone: name }).format(winter))
        }
      )
    )
  })

  it("Q4: a workspace's zone is an IANA name, not an offset", () => {
    for (const name of ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"])
      assert.isNotNull(namedZone(name), name)
    for (const name of ["", "Berlin", "Europe/Nowhere", "+02:00", "02:00", "CEST", "GMT-5"])
      assert.isNull(namedZone(name), name)
  })
})
