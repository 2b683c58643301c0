/** The browser's preferred English locale, so that dates match the language of the page. */
export const locale = navigator.languages.find((language) => language.startsWith("en")) ?? "en-GB"

const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(locale)

const monthNames = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })

/** Returns the name of a month; 1 is January. */
export const formatMonth = (month: number): string => monthNames.format(Date.UTC(2024, month - 1, 15))

export const formatNumber = (value: number): string => numbers.format(value)

/** Returns the plural form for a count, with the count instead of its `#`: `plural(2, "# contact", "# contacts")`. */
export const plural = (count: number, one: string, other: string): string =>
  (plurals.select(count) === "one" ? one : other).replace("#", formatNumber(count))

/** Returns the end of a uuid for display. Uuids that were created together have similar beginnings. */
export const shortOf = (uuid: string): string => `…${uuid.slice(-6)}`
