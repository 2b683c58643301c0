import { Option, Predicate } from "effect"
import { parseOperand } from "../shared/Instant.ts"
import { fold } from "../shared/Text.ts"
import type { FieldType } from "./CustomField.ts"
import type { CustomFieldValue } from "./CustomFieldValue.ts"

/** How the values of a type are asked about (S11). */
export type ValueKind = "text" | "texts" | "integer" | "decimal" | "instant" | "boolean"

/**
 * One value in the form in which it is compared: text folded; everything else a number, which an instant is in
 * milliseconds since the epoch, and true and false are as 1 and 0.
 */
export type ValueEntry = { readonly text: string } | { readonly number: number }

/** How the values of each type are asked about. */
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

/**
 * The index form of a value: one entry, or one for each element of a list. Text is trimmed, as operands are (S2); a date
 * stands for its first instant.
 */
export const entriesOf = (type: FieldType, value: CustomFieldValue): ReadonlyArray<ValueEntry> => {
  if (Predicate.isNumber(value)) return [{ number: value }]
  if (Predicate.isBoolean(value)) return [{ number: Number(value) }]
  if (!Predicate.isString(value)) return value.map((element) => ({ text: fold(element) }))
  if (valueKind[type] !== "instant") return [{ text: fold(value.trim()) }]
  return Option.match(parseOperand(value), {
    onNone: () => [],
    onSome: ({ from }): ReadonlyArray<ValueEntry> => [{ number: from }]
  })
}
