import { Option, Predicate } from "effect"
import type { SearchField, ValueEntry, ValueKind } from "../search/Field.ts"
import type { DataType } from "../search/Filter.ts"
import { parseOperand } from "../../shared/Instant.ts"
import { fold, foldTrimmed } from "../../shared/Text.ts"
import type { CustomField, FieldType } from "./CustomField.ts"
import { type CustomFieldValue, findOption } from "./CustomFieldValue.ts"

/** The kind of each type's values in searches. */
export const valueKind: { readonly [Type in FieldType]: ValueKind } = {
  text: "text",
  "date:time": "text",
  select: "text",
  user: "text",
  multiselect: "texts",
  "number:integer": "integer",
  "number:decimal": "decimal",
  "number:percentage": "decimal",
  date: "instant",
  "date:relative": "instant",
  "date:date_time": "instant",
  checkbox: "boolean"
}

/** The data types that searches and sorts can use, by value kind. */
const dataTypes: Readonly<Record<ValueKind, ReadonlyArray<DataType>>> = {
  text: ["text"],
  texts: ["text"],
  integer: ["long"],
  decimal: ["double", "long"],
  instant: ["date"],
  boolean: ["boolean"]
}

/**
 * Returns the data types that searches and sorts can use for a field type. The first data type is the type of the values.
 *
 * @see docs/contributing/decisions.md, S11
 */
export const dataTypesOf = (type: FieldType): ReadonlyArray<DataType> => dataTypes[valueKind[type]]

/** Converts a custom field to a search field. */
export const searchField = ({ fieldType, selectOptions, uuid }: CustomField): SearchField => {
  const kind = valueKind[fieldType]
  return {
    field: { kind: "value", uuid, part: kind === "text" || kind === "texts" ? "text" : "number" },
    kind,
    typed: { type: fieldType, dataTypes: dataTypesOf(fieldType) },
    ...(selectOptions && { options: selectOptions.map(({ fieldKey }) => fold(fieldKey)) }),
    optionKey: (operand) => findOption(selectOptions ?? [], operand)?.fieldKey
  }
}

/**
 * Returns the index entries of a value: one entry, or one per list element. Strings are trimmed, and a string without
 * visible characters has no entry. A date is indexed by its first timestamp.
 *
 * @see docs/contributing/decisions.md, S2
 */
export const entriesOf = (type: FieldType, value: CustomFieldValue): ReadonlyArray<ValueEntry> => {
  if (Predicate.isNumber(value)) return [{ number: value }]
  if (Predicate.isBoolean(value)) return [{ number: Number(value) }]
  if (!Predicate.isString(value) || valueKind[type] !== "instant") {
    const texts = Predicate.isString(value) ? [foldTrimmed(value)] : value.map(fold)
    return texts.filter((text) => text !== "").map((text) => ({ text }))
  }
  return Option.toArray(Option.map(parseOperand(value), ({ from }) => ({ number: from })))
}
