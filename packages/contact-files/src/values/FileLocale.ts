import { asciiDigits, unaccented } from "@rollcall/core/people"
import { fold, visible } from "@rollcall/core/operations"
import { Result } from "effect"

/** The decimal sign in the numbers of a file. */
export type DecimalSign = "." | ","

/** The order of the parts of a date in numbers. */
export type DateOrder = "dmy" | "mdy" | "ymd"

/** How numbers and dates are written in a language and country, by the data of CLDR that engines have. */
export interface FileLocale {
  /** The sign before decimals; null for a sign that means nothing else. */
  readonly decimal: DecimalSign | null
  /** The order of the parts of a date in numbers; null for an order that no other locale has. */
  readonly order: DateOrder | null
  /** The numbers of months by their names, as {@link monthKey} has them. */
  readonly months: ReadonlyMap<string, number>
  /** What stands for currencies next to a number, longest first. */
  readonly currencies: ReadonlyArray<string>
}

/** Reads the name of a locale, such as `de-CH`. */
export const readLocale = (name: string): Result.Result<FileLocale, string> => {
  const known = Result.try({ try: () => Intl.NumberFormat.supportedLocalesOf(name)[0], catch: () => undefined })
  const locale = Result.isSuccess(known) ? known.success : undefined
  return locale === undefined
    ? Result.fail(`--locale: ${JSON.stringify(name)} is not a known locale. Use a language or a locale such as de-CH`)
    : Result.succeed(localeOf(locale))
}

const localeOf = (name: string): FileLocale => {
  const decimal = new Intl.NumberFormat(name).formatToParts(1.5).find(({ type }) => type === "decimal")?.value
  const parts = new Intl.DateTimeFormat(name, { calendar: "gregory", dateStyle: "short" }).formatToParts(0)
  const order = parts.map(({ type }) => (type === "day" || type === "month" || type === "year" ? type[0] : "")).join("")
  let currencies: ReadonlyArray<string> | undefined
  return {
    decimal: decimal === "." || decimal === "," ? decimal : null,
    order: order === "dmy" || order === "mdy" || order === "ymd" ? order : null,
    months: monthsIn([name]),
    // There are hundreds of them, which only amounts need.
    get currencies() {
      return (currencies ??= currenciesIn(name))
    }
  }
}

/** A name of a month as it is compared: its letters, without case and accents. */
export const monthKey = (text: string): string => unaccented(fold(text)).replace(/[^\p{L}\p{M}]/gu, "")

/** The months of some languages by name. A name of two months is left out. */
export const monthsIn = (languages: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const months = new Map<string, number>()
  const unclear = new Set<string>()
  for (const [name, month] of languages.flatMap(namesIn)) {
    if ((months.get(name) ?? month) !== month) unclear.add(name)
    months.set(name, month)
  }
  for (const name of ["", ...unclear]) months.delete(name)
  return months
}

/** The names of months in a language, with their numbers: on their own and within a date, where some are inflected. */
const namesIn = (language: string): ReadonlyArray<readonly [string, number]> =>
  (["long", "short"] as const).flatMap((month) => {
    const zone = { calendar: "gregory", timeZone: "UTC", month } as const
    const alone = new Intl.DateTimeFormat(language, zone)
    const inDates = new Intl.DateTimeFormat(language, { ...zone, day: "numeric" })
    return Array.from({ length: 12 }, (_, at) => at).flatMap((at) => {
      const first = Date.UTC(2000, at, 1)
      const inDate = inDates.formatToParts(first).find(({ type }) => type === "month")?.value ?? ""
      return [inDate, alone.format(first)].map((name) => [monthKey(name), at + 1] as const)
    })
  })

/** A text in which digits, spaces and forms of letters are those of ASCII, as far as they only look different. */
export const plainText = (text: string): string =>
  visibleAscii.test(text) ? text : asciiDigits(visible(text).normalize("NFKC")).replace(/\s+/gu, " ")

const visibleAscii = /^[\x21-\x7e]*$/

/** The symbols of currencies in a locale. A single letter may also be a unit, such as K. */
const currenciesIn = (locale: string): ReadonlyArray<string> => {
  const symbols = Intl.supportedValuesOf("currency").flatMap((currency) =>
    (["symbol", "narrowSymbol"] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay })
      return format.formatToParts(0).flatMap(({ type, value }) => (type === "currency" ? plainText(value) : []))
    })
  )
  return [...new Set(symbols)].filter((symbol) => !/^[A-Za-z]?$/.test(symbol)).toSorted((a, b) => b.length - a.length)
}

let known: ReadonlySet<string> | undefined

/** Whether a text is the code of a currency in capital letters. */
export const isCurrencyCode = (text: string): boolean =>
  (known ??= new Set(Intl.supportedValuesOf("currency"))).has(text)
