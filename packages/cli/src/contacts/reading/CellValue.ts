import type { Schema } from "effect"
import type { KnownField } from "../../target/CustomFieldList.ts"

/** Between the options of a `multiselect` in one cell, in imports and exports. */
export const optionSeparator = "|"

/**
 * The value that the text of a cell means to a field of a type. A text that means none is given as it is, for the field's
 * own rules to say what is wrong with it (F2).
 */
export const cellValue = (type: KnownField["field_type"], text: string): Schema.Json => {
  switch (type) {
    case "number:integer":
    case "number:decimal":
    case "number:percentage":
      return decimal.test(text) ? finite(text) : text
    case "checkbox":
      return truths.get(text.toLowerCase()) ?? text
    case "multiselect":
      return text
        .split(optionSeparator)
        .map((option) => option.trim())
        .filter((option) => option !== "")
    case "text":
    case "date":
    case "date:date_time":
    case "date:time":
    case "date:relative":
    case "select":
    case "user":
      return text
  }
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

const finite = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text)

const truths = new Map([
  ["true", true],
  ["false", false]
])
