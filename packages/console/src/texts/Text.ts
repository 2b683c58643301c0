/** Of the languages that the browser asks for, the form of English: texts and dates are not mixed. */
export const locale = navigator.languages.find((language) => language.startsWith("en")) ?? "en-GB"

const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(locale)

const monthNames = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })

/** The name of a month, of which January is 1. */
export const formatMonth = (month: number): string => monthNames.format(Date.UTC(2024, month - 1, 15))

export const formatNumber = (value: number): string => numbers.format(value)

/** The form for a count, with the count in the place of its `#`: `plural(2, "# contact", "# contacts")`. */
export const plural = (count: number, one: string, other: string): string =>
  (plurals.select(count) === "one" ? one : other).replace("#", formatNumber(count))

/** The end of a uuid, by which it is recognised: those that were made together begin alike. */
export const shortOf = (uuid: string): string => `…${uuid.slice(-6)}`
