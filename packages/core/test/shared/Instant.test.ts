import { describe, expect, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import fc from "fast-check"
import { isoText, parseInstant, parseOperand } from "../../src/shared/Instant.ts"

const iso = (millis: number) => DateTime.formatIso(DateTime.makeUnsafe(millis))
const day = 86_400_000

describe("parseInstant (B20, S4)", () => {
  it.each([
    ["2024-02-29T12:30:15.123Z", "2024-02-29T12:30:15.123Z"],
    ["2024-02-29T12:30:15Z", "2024-02-29T12:30:15.000Z"],
    ["2024-02-29T12:30Z", "2024-02-29T12:30:00.000Z"],
    ["2024-02-29 12:30", "2024-02-29T12:30:00.000Z"],
    ["2024-02-29t12:30:00z", "2024-02-29T12:30:00.000Z"],
    ["2024-02-29T12:30:00.1Z", "2024-02-29T12:30:00.100Z"],
    ["2024-02-29T12:30:00.123999999Z", "2024-02-29T12:30:00.123Z"],
    ["2024-03-01T01:30:00+02:00", "2024-02-29T23:30:00.000Z"],
    ["2024-03-01T01:30:00+0545", "2024-02-29T19:45:00.000Z"],
    ["2024-02-29T23:30:00-09:30", "2024-03-01T09:00:00.000Z"],
    ["2000-02-29T00:00Z", "2000-02-29T00:00:00.000Z"],
    ["0000-02-29T00:00Z", "0000-02-29T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
  ])("parses %s as %s", (text, expected) => {
    expect(Option.map(parseInstant(text), iso)).toEqual(Option.some(expected))
  })

  it.each([
    "2023-02-29T00:00Z",
    "1900-02-29T00:00Z",
    "2024-02-30T00:00Z",
    "2024-04-31T00:00Z",
    "2024-13-01T00:00Z",
    "2024-00-01T00:00Z",
    "2024-01-00T00:00Z",
    "2024-01-01T24:00Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T25:00Z",
    "2024-01-01T10:60Z",
    "2016-12-31T23:59:60Z",
    "2024-01-01T10:00:00,5Z",
    "2024-01-01T10:00:00.Z",
    "2024-01-01T10:00:00.1234567890Z",
    "2024-01-01T10Z",
    "2024-01-01T10:00+24:00",
    "2024-01-01T10:00+14:60",
    "2024-01-01T10:00 Z",
    "2024-01-01T10:00Z\n",
    "2024-1-1T10:00Z",
    "24-01-01T10:00Z",
    "+002024-01-01T10:00Z",
    "2024-W01-1T10:00Z",
    "2024-001T10:00Z",
    "２０２４-01-01T10:00Z",
    "2024-01-01",
    "1704067200000",
    "now",
    ""
  ])("rejects %j", (text) => {
    expect(parseInstant(text)).toEqual(Option.none())
  })

  it("parses every timestamp written with an offset", () => {
    const instant = fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9999, 11, 30) })
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(instant, offset, (millis, minutes) => {
        const local = iso(millis + minutes * 60_000).slice(0, -1)
        const clock =
          `${Math.trunc(Math.abs(minutes) / 60)}`.padStart(2, "0") + ":" + `${Math.abs(minutes) % 60}`.padStart(2, "0")
        expect(parseInstant(`${local}${minutes < 0 ? "-" : "+"}${clock}`)).toEqual(Option.some(millis))
      })
    )
  })
})

describe("parseOperand (S4)", () => {
  it("reads a date as the whole UTC day", () => {
    const from = Date.UTC(2024, 1, 29)
    expect(parseOperand("2024-02-29")).toEqual(Option.some({ from, until: from + day }))
  })

  it("reads a timestamp as its millisecond", () => {
    const from = Date.UTC(2024, 1, 29, 12, 0, 0, 7)
    expect(parseOperand("2024-02-29T12:00:00.007Z")).toEqual(Option.some({ from, until: from + 1 }))
  })

  it.each(["2023-02-29", "2024-13-01", "2024-1-1", "20240229", "yesterday", ""])("rejects %j", (text) => {
    expect(parseOperand(text)).toEqual(Option.none())
  })

  it("accepts exactly the days of the calendar", () => {
    const field = (max: number) => fc.integer({ min: 0, max }).map((value) => `${value}`.padStart(2, "0"))
    const year = fc.integer({ min: 1890, max: 2110 })
    fc.assert(
      fc.property(year, field(14), field(33), (year, month, dayOfMonth) => {
        const date = new Date(Date.UTC(year, Number(month) - 1, Number(dayOfMonth)))
        const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(dayOfMonth)
        expect(Option.isSome(parseOperand(`${year}-${month}-${dayOfMonth}`))).toBe(exists)
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("isoText", () => {
  it("W1: returns the ISO 8601 form of every timestamp, also after others", () => {
    const anywhere = fc.integer({ min: -8.64e15, max: 8.64e15 })
    const near = fc.tuple(
      fc.constantFrom(0, day, -day, 8.64e15 - day, -62_167_219_200_000, 253_402_300_800_000),
      fc.nat(day)
    )
    const instant = fc.oneof(
      anywhere,
      near.map(([from, after]) => from + after),
      fc.constantFrom(-1, 0, 0.5, -0.5, day - 1, 8.64e15, -8.64e15)
    )
    fc.assert(
      fc.property(fc.array(instant), (many) => {
        const texts = many.map((millis) => isoText(DateTime.mapEpochMillis(DateTime.makeUnsafe(0), () => millis)))
        expect(texts).toEqual(many.map((millis) => new Date(millis).toISOString()))
      }),
      { numRuns: 500 }
    )
  })
})
