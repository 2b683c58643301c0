import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { readDate } from "../../src/values/Dates.ts"
import { readLocale } from "../../src/values/FileLocale.ts"
import { readNumber } from "../../src/values/Numbers.ts"

const names =
  "af am ar ar-EG ar-SA az bg bn bs ca cs da de de-AT de-CH el en en-CA en-GB en-IN es es-MX et eu fa fi fr fr-CA fr-CH gu " +
  "he hi hr hu hy id is it ja ka kk km ko lt lv mk mr ms my nb ne nl pa pl pt pt-PT ro ru sk sl sq sr sv sw ta th tr uk ur " +
  "uz vi zh zh-TW zu"

const locales = names.split(" ")

const numberOptions: ReadonlyArray<Intl.NumberFormatOptions> = [
  {},
  { maximumFractionDigits: 6 },
  { useGrouping: false },
  { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  ...["EUR", "USD", "CHF", "SEK", "PLN", "INR", "BRL", "JPY", "EGP", "BAM"].flatMap((currency) =>
    (["symbol", "narrowSymbol", "code"] as const).flatMap((currencyDisplay) =>
      (["standard", "accounting"] as const).map(
        (currencySign) => ({ style: "currency", currency, currencyDisplay, currencySign }) as const
      )
    )
  )
]

const dateOptions: ReadonlyArray<Intl.DateTimeFormatOptions> = [
  { year: "numeric", month: "numeric", day: "numeric" },
  { year: "numeric", month: "2-digit", day: "2-digit" },
  { dateStyle: "medium" },
  { dateStyle: "long" },
  { dateStyle: "full" }
]

/** How many values are read back, of all that were written. */
const tally = { read: 0, written: 0 }
const count = (isRead: boolean) => {
  tally.written++
  if (isRead) tally.read++
}

describe("I9: a value formatted by an engine in a locale is read as the same value, or not at all", () => {
  for (const name of locales) {
    const locale = Result.getOrThrow(readLocale(name))

    it(`${name}: numbers and amounts`, () => {
      const number = fc.oneof(
        fc.integer(),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ max: 9_999, min: 0 })
      )
      const formats = numberOptions.map((options) => new Intl.NumberFormat(name, options))
      fc.assert(
        fc.property(number, fc.constantFrom(...formats), (value, format) => {
          const { maximumFractionDigits: digits = 0 } = format.resolvedOptions()
          const text = format.format(value)
          const reading = readNumber(text, locale.decimal, locale)
          count(reading !== undefined)
          // Rounding halves differs between the two by one in the last place.
          const written = Number(value.toFixed(digits))
          assert.isAtMost(Math.abs((reading?.value ?? written) - written), 1.1 * 10 ** -digits, text)
        })
      )
    })

    it(`${name}: dates`, () => {
      const day = fc.date({ min: new Date("1930-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
      const formats = dateOptions.map((options) => new Intl.DateTimeFormat(name, { ...options, timeZone: "UTC" }))
      fc.assert(
        fc.property(day, fc.constantFrom(...formats), (date, format) => {
          const text = format.format(date)
          const reading = readDate(text, locale.order, locale)
          count(reading !== undefined && reading.otherYear === undefined)
          if (reading !== undefined && reading.otherYear === undefined) {
            assert.deepStrictEqual(reading, { value: date.toISOString().slice(0, 10), isGuess: false }, text)
          }
        })
      )
    })
  }

  it("is read in most cases", () => assert.isAbove(tally.read, 0.8 * tally.written))

  it("is rejected for an unknown locale", () => {
    for (const name of ["xx", "german", ""]) assert.isTrue(Result.isFailure(readLocale(name)), name)
  })
})
