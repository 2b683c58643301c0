import { Schema } from "effect"
import { type PredefinedField, predefinedFields } from "../../../people/contact-fields/PredefinedFields.ts"
import type { FieldType } from "../../../people/custom-fields/CustomField.ts"
import type { Definitions } from "../../../people/segments/SegmentRules.ts"

/** The formats of dates and times. */
const MomentFormat = Schema.Literals(["date_time", "date", "full_date", "time"])
export type MomentFormat = typeof MomentFormat.Type

/** How the value of a field is written in a message. */
export const ValueFormat = Schema.Literals([...MomentFormat.literals, "integer", "decimal"])
export type ValueFormat = typeof ValueFormat.Type

const isMoment = Schema.is(MomentFormat)

/** The format of a date or a time; `otherwise` by default. */
export const momentFormat = (given: ValueFormat | null, otherwise: MomentFormat): MomentFormat =>
  given !== null && isMoment(given) ? given : otherwise

const none: ReadonlyArray<ValueFormat> = []

/** The formats for values of a type of field, the default first. */
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

/** The formats that a field takes; undefined for a name that is no field. */
export const formatsOfField = (name: string, definitions: Definitions): ReadonlyArray<ValueFormat> | undefined => {
  const type = typeOf(name, definitions)
  return type === undefined ? undefined : formatsOfType[type]
}

/** Whether values of a field are timestamps, which are written by the clock of the recipient. */
export const isTimestamp = (name: string, definitions: Definitions): boolean => {
  const type = typeOf(name, definitions)
  return type === "instant" || type === "date:date_time"
}
