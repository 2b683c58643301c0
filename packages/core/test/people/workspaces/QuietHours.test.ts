import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import { quietInAny, quietUntil } from "../../../src/people/workspaces/QuietHours.ts"
import { namedZone } from "../../../src/people/workspaces/TimeZoneNames.ts"

const zoneOf = (name: string) => namedZone(name)?.zone ?? assert.fail(`there is no zone ${name}`)

const berlin = zoneOf("Europe/Berlin")
const at = (iso: string) => DateTime.makeUnsafe(iso)
const night = { from: "21:00", until: "08:00" }

const endOf = (hours: Parameters<typeof quietUntil>[0], zone: DateTime.TimeZone, iso: string) => {
  const end = quietUntil(hours, zone, at(iso))
  return end === null ? null : DateTime.formatIso(end)
}

/** The time of day that clocks of a zone show, by the engine's own calendar. */
const clockOf = (zone: string) => {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" })
  return (millis: number) => clock.format(millis)
}

describe("quiet hours", () => {
  it("Q4: are in the recipient's time zone, before midnight and after it", () => {
    const cases = [
      ["2027-01-10T19:59:59.999Z", null],
      ["2027-01-10T20:00:00.000Z", "2027-01-11T07:00:00.000Z"],
      ["2027-01-10T23:30:00.000Z", "2027-01-11T07:00:00.000Z"],
      ["2027-01-11T06:59:59.999Z", "2027-01-11T07:00:00.000Z"],
      ["2027-01-11T07:00:00.000Z", null]
    ] as const
    for (const [now, end] of cases) assert.strictEqual(endOf(night, berlin, now), end, now)
    assert.strictEqual(endOf(night, zoneOf("Asia/Kolkata"), "2027-01-10T19:59:59.999Z"), "2027-01-11T02:30:00.000Z")
  })

  it("Q4: may start and end on the same day", () => {
    const noon = { from: "12:00", until: "14:00" }
    assert.strictEqual(endOf(noon, berlin, "2027-01-10T12:00:00Z"), "2027-01-10T13:00:00.000Z")
    assert.isNull(quietUntil(noon, berlin, at("2027-01-10T13:00:00Z")))
    assert.isNull(quietUntil(noon, berlin, at("2027-01-10T10:59:00Z")))
  })

  it("Q4: end at the local time when clocks change during the night", () => {
    assert.strictEqual(endOf(night, berlin, "2027-03-27T22:00:00Z"), "2027-03-28T06:00:00.000Z")
    assert.strictEqual(endOf(night, berlin, "2027-10-30T22:00:00Z"), "2027-10-31T07:00:00.000Z")
    assert.strictEqual(
      endOf({ from: "22:00", until: "03:30" }, berlin, "2027-03-28T00:30:00Z"),
      "2027-03-28T01:30:00.000Z"
    )
  })

  it("Q4: end when a clock change skips their end, and at the first of two equal local times", () => {
    const half = { from: "22:00", until: "02:30" }
    assert.strictEqual(endOf(half, berlin, "2027-03-28T00:59:00Z"), "2027-03-28T01:00:00.000Z")
    assert.strictEqual(endOf(half, berlin, "2027-10-31T00:10:00Z"), "2027-10-31T00:30:00.000Z")
    // Clocks show 02:00 again.
    assert.strictEqual(endOf(half, berlin, "2027-10-31T01:10:00Z"), "2027-10-31T01:30:00.000Z")
  })

  it("Q4: end at the first minute outside them, for any zone, hours and time", () => {
    const zones = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC"]
    const minutes = fc.integer({ min: 0, max: 1_439 })
    const time = (of: number) => `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}`
    const start = Date.UTC(2027, 0, 1)
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, minutes, fc.nat({ max: 525_599 }), (zone, begin, end, passed) => {
        fc.pre(begin !== end)
        const hours = { from: time(begin), until: time(end) }
        const shown = clockOf(zone)
        const isQuiet = (millis: number) => {
          const now = shown(millis)
          return hours.from < hours.until
            ? hours.from <= now && now < hours.until
            : hours.from <= now || now < hours.until
        }
        const now = start + passed * 60_000
        let expected = now
        while (isQuiet(expected)) expected += 60_000
        const found = quietUntil(hours, zoneOf(zone), DateTime.makeUnsafe(now))
        assert.strictEqual(found === null ? now : found.epochMilliseconds, expected)
      }),
      { numRuns: 60 }
    )
  })

  it("Q5: in several zones end at the first minute outside them in all zones, if there is one", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Pacific/Honolulu", "Asia/Kamchatka", "Asia/Kathmandu", "UTC"]
    const minutes = fc.integer({ min: 0, max: 1_439 })
    const time = (of: number) => `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}`
    const start = Date.UTC(2027, 0, 1)
    const twoDays = 2_880
    fc.assert(
      fc.property(
        fc.subarray(zones, { minLength: 1 }),
        minutes,
        minutes,
        fc.nat({ max: 525_599 }),
        (names, begin, end, passed) => {
          fc.pre(begin !== end)
          const hours = { from: time(begin), until: time(end) }
          const clocks = names.map(clockOf)
          const isQuiet = (millis: number) =>
            clocks.some((shown) => {
              const now = shown(millis)
              return hours.from < hours.until
                ? hours.from <= now && now < hours.until
                : hours.from <= now || now < hours.until
            })
          const now = start + passed * 60_000
          let waited = 0
          while (waited < twoDays && isQuiet(now + waited * 60_000)) waited++
          const expected =
            waited === 0 ? "awake" : waited === twoDays ? "always" : new Date(now + waited * 60_000).toISOString()
          const found = quietInAny(hours, names.map(zoneOf), DateTime.makeUnsafe(now))
          const shown =
            found._tag === "Awake" ? "awake" : found._tag === "Always" ? "always" : DateTime.formatIso(found.until)
          assert.strictEqual(shown, expected)
        }
      ),
      { numRuns: 60 }
    )
  })
})
