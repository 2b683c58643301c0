import { isRecord } from "../reading/Reader.ts"
import en from "./en.json" with { type: "json" }

interface Plural {
  readonly one: string
  readonly other: string
}

type KeysOf<Texts, Path extends string = ""> = Texts extends string | Plural
  ? Path
  : { [Key in keyof Texts & string]: KeysOf<Texts[Key], Path extends "" ? Key : `${Path}.${Key}`> }[keyof Texts &
      string]

/** The place of a text in `en.json`, such as `contacts.title`. */
export type TextKey = KeysOf<typeof en>

/** Of the languages that the browser asks for, the form of English: texts and dates are not mixed. */
export const locale = navigator.languages.find((language) => language.startsWith("en")) ?? "en-GB"

const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(locale)

const monthNames = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })

/** The name of a month, of which January is 1. */
export const formatMonth = (month: number): string => monthNames.format(Date.UTC(2024, month - 1, 15))

export const formatNumber = (value: number): string => numbers.format(value)

/** What stands in the places of a text. */
interface Values {
  readonly [name: string]: string | number
}

/**
 * Returns a text with `values` in its `{places}`. A text in the forms `one` and `other` is chosen by the value that is
 * called `count`. The key is written where this is called, as the build puts the text there in its place.
 */
export const text = (key: TextKey, values?: Values): string =>
  fill(
    key.split(".").reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), en),
    values
  )

/** Fills a text that was found by its key. One that was not, which types rule out, is empty. */
export const fill = (found: unknown, values: Values = {}): string => {
  const form = isRecord(found) ? found[plurals.select(Number(values.count))] : found
  if (typeof form !== "string") return ""
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : typeof value === "number" ? formatNumber(value) : value
  })
}
