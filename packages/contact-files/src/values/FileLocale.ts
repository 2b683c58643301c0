import { asciiDigits, unaccented } from "@rollcall/core/people"
import { fold, visible } from "@rollcall/core/operations"
import { Result } from "effect"

export type DecimalSign = "." | ","

/** The order of day, month and year in a numeric date. */
export type DateOrder = "dmy" | "mdy" | "ymd"

/** How a locale writes numbers and dates, from the engine's CLDR data. */
export interface FileLocale {
  /** The decimal sign; null if it is neither a point nor a comma. */
  readonly decimal: DecimalSign | null
  /** The order of numeric dates; null if it is none of the known orders. */
  readonly order: DateOrder | null
  /** The numbers of months by name. Names are normalised with {@link monthKey}. */
  readonly months: ReadonlyMap<string, number>
  /** The currency symbols, longest first. */
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
    // Built on demand: there are hundreds, and only amounts need them.
    get currencies() {
      return (currencies ??= currenciesIn(name))
    }
  }
}

/** Normalises the name of a month for comparison: its letters, without case and accents. */
export const monthKey = (text: string): string => unaccented(fold(text)).replace(/[^\p{L}\p{M}]/gu, "")

/** Returns the month numbers of some languages by name. Leaves out a name that means different months. */
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

/** Returns the month names of a language, with their numbers: standalone, and as inflected within a date. */
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

/** Converts digits, spaces and letter variants to their ASCII forms, if they differ only in appearance. */
export const plainText = (text: string): string =>
  visibleAscii.test(text) ? text : asciiDigits(visible(text).normalize("NFKC")).replace(/\s+/gu, " ")

const visibleAscii = /^[\x21-\x7e]*$/

/** Returns the currency symbols of a locale, without single letters, which may be units such as K. */
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

/** Tells whether a string is a currency code in capital letters. */
export const isCurrencyCode = (text: string): boolean =>
  (known ??= new Set(Intl.supportedValuesOf("currency"))).has(text)
