import type { Schema } from "effect"
import type { KnownField } from "../rows/FileFields.ts"
import type { ImportWarning } from "../rows/ImportWarnings.ts"
import type { Doubt } from "../rows/SourceRow.ts"
import { readBoolean } from "./Booleans.ts"
import { type DateFormat, isNoDate, readDate, readDateTime, readTime } from "./Dates.ts"
import { type DecimalSign, readNumber } from "./Numbers.ts"
import { readOptions } from "./Options.ts"

/** How the cells of a column are read. */
export interface CellFormat {
  readonly dates: DateFormat
  /** The sign before decimals; null where it is not known. */
  readonly decimal: DecimalSign | null
  /** What stands between the options of a `multiselect`; null where it is found in each cell. */
  readonly separator: string | null
  /** Whether the options of a row replace the contact's options or are added to them. */
  readonly multiselect: "replace" | "add"
}

/** The value that a cell means to a field, and what is doubtful about that. */
export interface CellReading {
  readonly value: Schema.Json
  readonly doubt: Doubt | null
}

/** Whether a cell says nothing: it is empty, or holds what other products write into such a cell. */
export const isEmptyCell = (text: string, type: KnownField["field_type"] | null): boolean =>
  text === "" || text === "#N/A" || (type !== null && type.startsWith("date") && isNoDate(text))

/**
 * The value that the text of a cell means to a field. A text that means neither is passed on as it is, for the field's
 * own rules to say what is wrong with it.
 */
export const cellValue = (field: KnownField, text: string, format: CellFormat): CellReading => {
  const name = `custom_fields.${field.field_key}`
  const sure = (value: Schema.Json): CellReading => ({ value, doubt: null })
  const found = (value: Schema.Json, isGuess: boolean, reason: ImportWarning, why: string): CellReading => ({
    value,
    doubt: isGuess ? { field: name, reason, error: `${name}: ${why}` } : null
  })
  const date = (reading: { readonly value: string; readonly isGuess: boolean } | undefined): CellReading =>
    reading === undefined
      ? sure(text)
      : found(reading.value, reading.isGuess, "assumed_date", "the month is assumed to come first; see --date-format")
  switch (field.field_type) {
    case "number:integer":
    case "number:decimal":
    case "number:percentage": {
      const reading = readNumber(text, format.decimal)
      return reading === undefined
        ? sure(text)
        : found(
            reading.value,
            reading.isGuess,
            "assumed_number",
            "the separator is assumed to group thousands; see --decimal"
          )
    }
    case "checkbox":
      return sure(readBoolean(text) ?? text)
    case "date":
    case "date:relative":
      return date(readDate(text, format.dates.order))
    case "date:date_time":
      return date(readDateTime(text, format.dates))
    case "date:time":
      return sure(readTime(text) ?? text)
    case "multiselect": {
      const options = [...readOptions(field.select_options ?? [], text, format.separator)]
      return sure(format.multiselect === "add" ? { add: options } : options)
    }
    case "text":
    case "select":
    case "user":
      return sure(text)
  }
}
