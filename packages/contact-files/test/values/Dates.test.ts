import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { readLocale } from "../../src/values/FileLocale.ts"
import { dateOrderOf, isNoDate, readDate, readDateFormat, readDateTime, readTime } from "../../src/values/Dates.ts"

const utc = (wall: number) => wall
/** The clocks of Berlin in summer. */
const berlin = (wall: number) => wall - 2 * 60 * 60 * 1_000

const day = fc.date({ min: new Date("1930-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
const padded = (value: number) => String(value).padStart(2, "0")
const partsOf = (date: Date) => ({
  y: String(date.getUTCFullYear()),
  m: date.getUTCMonth() + 1,
  d: date.getUTCDate(),
  iso: date.toISOString().slice(0, 10)
})

describe("I9: a date", () => {
  it("is read in each given order, with every separator, short and long", () => {
    const spelled = fc.record({
      date: day,
      order: fc.constantFrom("dmy", "mdy", "ymd"),
      sign: fc.constantFrom("/", ".", "-", " / "),
      isPadded: fc.boolean(),
      isShort: fc.boolean()
    })
    fc.assert(
      fc.property(spelled, ({ date, isPadded, isShort, order, sign }) => {
        const { d, iso, m, y } = partsOf(date)
        const write = (value: number) => (isPadded ? padded(value) : String(value))
        const parts = { d: write(d), m: write(m), y: isShort ? y.slice(2) : y }
        const text = order
          .split("")
          .map((part) => (part === "d" || part === "m" || part === "y" ? parts[part] : ""))
          .join(sign)
        assert.deepStrictEqual(readDate(text, order), { value: iso, isGuess: false }, text)
      })
    )
  })

  it("is ambiguous if day and month could be swapped and no other value decides, and only then", () => {
    fc.assert(
      fc.property(day, (date) => {
        const { d, iso, m, y } = partsOf(date)
        const american = readDate(`${m}/${d}/${y}`, null)
        assert.deepStrictEqual(american, { value: iso, isGuess: d <= 12 && d !== m })
        assert.deepStrictEqual(readDate(`${d}.${m}.${y}`, null), { value: iso, isGuess: false })
        assert.deepStrictEqual(readDate(`${y}-${m}-${d}`, null), { value: iso, isGuess: false })
        assert.strictEqual(dateOrderOf(`${d}/${m}/${y}`), d > 12 ? "dmy" : m > 12 ? "mdy" : undefined)
      })
    )
  })

  it("is read with its month's name, in each of the languages", () => {
    for (const language of ["en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "fi", "pl", "cs", "tr", "ru"]) {
      for (const month of ["long", "short"] as const) {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" })
        for (let at = 0; at < 12; at++) {
          const text = `2 ${format.format(Date.UTC(2000, at, 2))} 1979`
          assert.strictEqual(readDate(text, null)?.value, `1979-${padded(at + 1)}-02`, `${language}: ${text}`)
        }
      }
    }
    for (const text of [
      "Apr 2, 1979",
      "April 2nd, 1979",
      "2. April 1979",
      "02-Apr-79",
      "Monday, April 2, 1979",
      "2 de abril de 1979"
    ]) {
      assert.strictEqual(readDate(text, null)?.value, "1979-04-02", text)
    }
  })

  it("is invalid if the calendar has no such day, or without a year", () => {
    for (const text of [
      "30/02/1979",
      "04/31/1979",
      "13/13/1979",
      "04/23",
      "--04-02",
      "1979",
      "soon",
      "",
      "4500",
      "450000",
      "113/1/15"
    ]) {
      assert.isUndefined(readDate(text, null), text)
    }
  })

  it.each(["0/0/00", "00/00/0000", "0000-00-00", "00.00.0000", "-", "0000-00-00 00:00:00"])(
    "%s is another product's form of an empty date",
    (text) => assert.isTrue(isNoDate(text))
  )

  it("in a spreadsheet may be its day's number", () => {
    const reading = { value: "2024-01-01", isGuess: false, isDayNumber: true } as const
    for (const text of ["45292", "45292.9", "45292,5", "٤٥٢٩٢"]) assert.deepStrictEqual(readDate(text, null), reading)
  })

  it("of another calendar gives a warning", () => {
    for (const text of ["15/1/2567", "2567-01-15", "15 มกราคม 2567", "1403/11/25", "۱۴۰۳/۱۱/۲۵", "1445-07-03"]) {
      const thai = Result.getOrThrow(readLocale("th"))
      assert.include([2567, 1403, 1445], readDate(text, "dmy", thai)?.otherYear, text)
    }
  })

  it("from another product is read without its time", () => {
    for (const text of ["1979-04-02T00:00:00.000Z", "4/2/79 12:00 AM", "1979-04-02 14:33", "291859200000"]) {
      assert.strictEqual(readDate(text, null)?.value, "1979-04-02", text)
    }
  })
})

describe("I9: a date and time", () => {
  it.each([
    ["2026-05-04 14:33", "2026-05-04T14:33:00.000Z", "2026-05-04T12:33:00.000Z"],
    ["5/4/26 2:33 PM", "2026-05-04T14:33:00.000Z", "2026-05-04T12:33:00.000Z"],
    ["04.05.2026, 14:33 Uhr", "2026-05-04T14:33:00.000Z", "2026-05-04T12:33:00.000Z"],
    ["2026-05-04", "2026-05-04T00:00:00.000Z", "2026-05-03T22:00:00.000Z"],
    ["2026-05-04T14:33:00.5+02:00", "2026-05-04T14:33:00.5+02:00", "2026-05-04T14:33:00.5+02:00"],
    ["2026-05-04 14:33:00.5+02:00", "2026-05-04T12:33:00.500Z", "2026-05-04T12:33:00.500Z"],
    ["46146.5", "2026-05-04T12:00:00.000Z", "2026-05-04T10:00:00.000Z"],
    ["0001-05-04 14:33", "0001-05-04T14:33:00.000Z", "0001-05-04T12:33:00.000Z"],
    ["1772960400000", "2026-03-08T09:00:00.000Z", "2026-03-08T09:00:00.000Z"]
  ])("%s without a zone is in the file's zone", (text, inUtc, inBerlin) => {
    assert.strictEqual(readDateTime(text, { order: null, toInstant: utc })?.value, inUtc)
    assert.strictEqual(readDateTime(text, { order: null, toInstant: berlin })?.value, inBerlin)
  })

  it("is invalid if the clock has no such time", () => {
    for (const text of ["2026-05-04 25:00", "2026-05-04 10:61", "14:33"]) {
      assert.isUndefined(readDateTime(text, { order: null, toInstant: utc }), text)
    }
  })
})

describe("I9: a time", () => {
  it.each([
    ["2:33 PM", "14:33"],
    ["12:05 a.m.", "00:05"],
    ["9:05", "09:05"],
    ["14h33", "14:33"],
    ["14:33:10", "14:33:10"]
  ])("%s is %s", (text, time) => assert.strictEqual(readTime(text), time))

  it("is invalid with a date or an extra hour", () => {
    for (const text of ["2026-05-04 14:33", "25:00", "noon", "14"]) assert.isUndefined(readTime(text), text)
  })
})

describe("--date-format", () => {
  it.each([
    ["DD/MM/YYYY", "dmy"],
    ["m/d/yy h:mm A", "mdy"],
    ["yyyy-MM-dd HH:mm", "ymd"],
    ["D.M.YYYY", "dmy"]
  ] as const)("%s is %s", (text, order) => assert.deepStrictEqual(readDateFormat(text), Result.succeed(order)))

  it.each(["MM/DD", "european", "", "YYYY"])("%j is rejected", (text) =>
    assert.isTrue(Result.isFailure(readDateFormat(text)))
  )
})
