import { Schema } from "effect"
import { type PredefinedField, predefinedFields } from "../../../people/contact-fields/PredefinedFields.ts"
import type { FieldType } from "../../../people/custom-fields/CustomField.ts"
import type { Definitions } from "../../../people/segments/SegmentRules.ts"

const MomentFormat = Schema.Literals(["date_time", "date", "full_date", "time"])
export type MomentFormat = typeof MomentFormat.Type

/** The format of a field's value in a message. */
export const ValueFormat = Schema.Literals([...MomentFormat.literals, "integer", "decimal"])
export type ValueFormat = typeof ValueFormat.Type

const isMoment = Schema.is(MomentFormat)

/** Returns the given format if it is a date or time format, and `otherwise` if not. */
export const momentFormat = (given: ValueFormat | null, otherwise: MomentFormat): MomentFormat =>
  given !== null && isMoment(given) ? given : otherwise

const none: ReadonlyArray<ValueFormat> = []

/** The formats for each field type, default first. */
const formatsOfType: { readonly [Type in FieldType | PredefinedField["kind"]]: ReadonlyArray<ValueFormat> } = {
  text: none,
  "number:integer": ["integer", "decimal"],
  "number:decimal": ["decimal"],
  "number:percentage": ["decimal"],
  checkbox: none,
  date: ["date", "full_date"],
  "date:relative": ["date", "full_date"],
  "date:date_time": MomentFormat.literals,
  "date:time": ["time"],
  select: none,
  multiselect: none,
  user: none,
  boolean: none,
  instant: MomentFormat.literals
}

const typeOf = (name: string, definitions: Definitions) =>
  predefinedFields.get(name)?.kind ?? definitions.get(name)?.fieldType

/** Returns the formats allowed for a field; undefined if the field doesn't exist. */
export const formatsOfField = (name: string, definitions: Definitions): ReadonlyArray<ValueFormat> | undefined => {
  const type = typeOf(name, definitions)
  return type === undefined ? undefined : formatsOfType[type]
}

/** Returns whether a field holds timestamps, which are written in the recipient's time zone. */
export const isTimestamp = (name: string, definitions: Definitions): boolean => {
  const type = typeOf(name, definitions)
  return type === "instant" || type === "date:date_time"
}
