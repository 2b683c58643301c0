/** The English locale that the browser prefers, so that texts and dates have the same language. */
export const locale = navigator.languages.find((language) => language.startsWith("en")) ?? "en-GB"

const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(locale)

const monthNames = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })

/** The name of a month; 1 is January. */
export const formatMonth = (month: number): string => monthNames.format(Date.UTC(2024, month - 1, 15))

export const formatNumber = (value: number): string => numbers.format(value)

/** The plural form for a count, with the count instead of its `#`: `plural(2, "# contact", "# contacts")`. */
export const plural = (count: number, one: string, other: string): string =>
  (plurals.select(count) === "one" ? one : other).replace("#", formatNumber(count))

/** The end of a uuid, by which people recognize it. Uuids that were created together begin alike. */
export const shortOf = (uuid: string): string => `…${uuid.slice(-6)}`
