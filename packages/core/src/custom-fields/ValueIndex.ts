import { Option, Predicate } from "effect"
import { parseOperand } from "../search/Instant.ts"
import { fold } from "../search/Text.ts"
import type { FieldType } from "./CustomField.ts"
import type { CustomFieldValue } from "./CustomFieldValue.ts"

/** How the values of a type compare: which part of the index form holds them (S11). */
export type ValueKind = "text" | "texts" | "number" | "instant" | "boolean"

/** One value in the form in which it is compared. Exactly one part is set: text is folded, instants are milliseconds. */
export type ValueEntry =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "instant"; readonly instant: number }
  | { readonly kind: "boolean"; readonly boolean: boolean }

export const kindOf = (type: FieldType): ValueKind => {
  switch (type) {
    case "text":
    case "date:time":
    case "select":
    case "user":
      return "text"
    case "multiselect":
      return "texts"
    case "number:integer":
    case "number:decimal":
    case "number:percentage":
      return "number"
    case "date":
    case "date:relative":
    case "date:date_time":
      return "instant"
    case "checkbox":
      return "boolean"
  }
}

/** The index form of a value: one entry, or one for each element of a list. A date stands for its first instant. */
export const entriesOf = (type: FieldType, value: CustomFieldValue): ReadonlyArray<ValueEntry> => {
  if (Predicate.isNumber(value)) return [{ kind: "number", number: value }]
  if (Predicate.isBoolean(value)) return [{ kind: "boolean", boolean: value }]
  if (!Predicate.isString(value)) return value.map((element) => ({ kind: "text", text: fold(element) }))
  if (kindOf(type) !== "instant") return [{ kind: "text", text: fold(value) }]
  return Option.match(parseOperand(value), {
    onNone: () => [],
    onSome: ({ from }): ReadonlyArray<ValueEntry> => [{ kind: "instant", instant: from }]
  })
}
