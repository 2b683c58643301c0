import type { Schema } from "effect"
import type { KnownField } from "../rows/FileFields.ts"
import type { ImportWarning } from "../rows/ImportWarnings.ts"
import type { Doubt } from "../rows/SourceRow.ts"
import { readBoolean } from "./Booleans.ts"
import { type DateFormat, type DateReading, isNoDate, readDate, readDateTime, readTime } from "./Dates.ts"
import type { DecimalSign, FileLocale } from "./FileLocale.ts"
import { readNumber } from "./Numbers.ts"
import { nameKey, optionNamed, readOptions } from "./Options.ts"

/** How the cells of a column are read. */
export interface CellFormat {
  readonly dates: DateFormat
  /** The decimal sign; null if unknown. */
  readonly decimal: DecimalSign | null
  /** The separator of the options of a `multiselect`; null if it is detected for each cell. */
  readonly separator: string | null
  /** Whether a row's options replace the contact's options or are added to them. */
  readonly multiselect: "replace" | "add"
  /** How the file's locale writes numbers and dates; null if unknown. */
  readonly locale: FileLocale | null
  /** The replacements of strings, by field key. An empty replacement means no value. */
  readonly meanings: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The value of a cell for a field (undefined for none), and a doubt about it. */
export interface CellReading {
  readonly value: Schema.Json | undefined
  readonly doubt: Doubt | null
}

/** Tells whether a cell is empty or holds a placeholder that other products write into empty cells. */
export const isEmptyCell = (text: string, type: KnownField["field_type"] | null): boolean =>
  text === "" || text === "#N/A" || (type !== null && type.startsWith("date") && isNoDate(text))

/**
 * Converts a cell to the value of a field. An invalid value is returned unchanged, so that the field's own rules report it.
 */
export const cellValue = (field: KnownField, given: string, format: CellFormat): CellReading => {
  const text = meaningOf(field, given, format)
  if (text === "") return sure(undefined)
  switch (field.field_type) {
    case "number:integer":
    case "number:decimal":
    case "number:percentage": {
      const reading = readNumber(text, format.decimal ?? format.locale?.decimal, format.locale)
      if (reading === undefined) return sure(text)
      return reading.isGuess
        ? doubtful(field, reading.value, "assumed_number", "the separator is assumed to group thousands; see --decimal")
        : sure(reading.value)
    }
    case "checkbox":
      return sure(readBoolean(text) ?? text)
    case "date":
    case "date:relative":
      return dateValue(field, text, readDate(text, orderOf(format), format.locale))
    case "date:date_time": {
      const dates = { ...format.dates, order: orderOf(format) }
      return dateValue(field, text, readDateTime(text, dates, format.locale))
    }
    case "date:time":
      return sure(readTime(text) ?? text)
    case "select": {
      if (field.select_options === undefined) return sure(text)
      const option = optionNamed(field.select_options, text)
      return option === undefined ? unknownOptions(field, text, [text]) : sure(option)
    }
    case "multiselect":
      return optionsValue(field, readOptions(field.select_options ?? [], text, format.separator), format)
    case "text":
    case "user":
      return sure(text)
  }
}

/** Converts a list of options to the value of a field. */
const optionsValue = (field: KnownField, given: ReadonlyArray<string>, format: CellFormat): CellReading => {
  const names = given.map((name) => meaningOf(field, name, format)).filter((name) => name !== "")
  if (names.length === 0 && given.length > 0) return sure(undefined)
  const known = field.select_options
  const options = names.map((name) => (known === undefined ? name : optionNamed(known, name)))
  const unknown = names.filter((_, at) => options[at] === undefined)
  const found = Array.from(new Set(options.map((option, at) => option ?? names[at] ?? "")))
  const value = format.multiselect === "add" ? { add: found } : found
  return unknown.length === 0 ? sure(value) : unknownOptions(field, value, unknown)
}

const meaningOf = ({ field_key }: KnownField, text: string, { meanings }: CellFormat): string =>
  meanings.get(field_key)?.get(nameKey(text)) ?? text

/**
 * Converts a member of a JSON object to the value of a field. A string is read like a cell; an empty string clears the
 * field.
 */
export const jsonValue = (field: KnownField, value: Schema.Json, format: CellFormat): CellReading => {
  if (typeof value === "string") {
    if (field.field_type === "text") return sure(meaningOf(field, value, format))
    const text = value.trim()
    return isEmptyCell(text, field.field_type) ? sure(null) : cellValue(field, text, format)
  }
  const isOptions = field.field_type === "multiselect" && Array.isArray(value)
  return isOptions && value.every((item) => typeof item === "string") ? optionsValue(field, value, format) : sure(value)
}

const orderOf = ({ dates, locale }: CellFormat) => dates.order ?? locale?.order ?? null

const sure = (value: Schema.Json | undefined): CellReading => ({ value, doubt: null })

const doubtful = ({ field_key }: KnownField, value: Schema.Json, reason: ImportWarning, why: string): CellReading => {
  const field = `custom_fields.${field_key}`
  return { value, doubt: { field, reason, error: `${field}: ${why}` } }
}

const dateValue = (field: KnownField, text: string, reading: DateReading | undefined): CellReading => {
  if (reading === undefined) return sure(text)
  const { isDayNumber, isGuess, otherYear, value } = reading
  if (otherYear !== undefined) {
    const why = `${otherYear} looks like a year of another calendar. Write the year as in 2024`
    return refused(doubtful(field, text, "other_calendar", why))
  }
  if (isDayNumber)
    return doubtful(field, value, "day_number", `${text} is read as the number of a day in a spreadsheet`)
  return isGuess
    ? doubtful(field, value, "assumed_date", "the month is assumed to come first; see --date-format")
    : sure(value)
}

const unknownOptions = (field: KnownField, value: Schema.Json, names: ReadonlyArray<string>): CellReading => {
  const named = field.sensitive === true ? "" : ` ${names.map((name) => JSON.stringify(name)).join(", ")}`
  const reading = doubtful(field, value, "unknown_option", `there is no option${named}`)
  return refused(reading, [{ field: field.field_key, names }])
}

/** Marks a value so that it fails its row. */
const refused = ({ doubt, value }: CellReading, options?: Doubt["unknownOptions"]): CellReading => ({
  value,
  doubt: doubt && { ...doubt, isRefused: true, ...(options && { unknownOptions: options }) }
})
