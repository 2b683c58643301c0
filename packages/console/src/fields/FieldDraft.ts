import type { RequestOf } from "../api/Operation.ts"
import type { CustomField } from "../contacts/ContactEntry.ts"
import { keysOf, type ReadBy, readBoolean, readList, readOneOf, readText, readStruct } from "../reading/Reader.ts"

export type FieldType = CustomField["field_type"]

/** The kinds of fields, in the order in which they are offered. */
export const fieldTypeTitles = {
  text: "Text",
  "number:integer": "Whole number",
  "number:decimal": "Decimal number",
  "number:percentage": "Percentage",
  checkbox: "Yes or no",
  date: "Date",
  "date:date_time": "Date and time",
  "date:time": "Time of day",
  "date:relative": "Anniversary",
  select: "One of several options",
  multiselect: "Any of several options",
  user: "User"
} as const satisfies Record<FieldType, string>
const fieldTypes = keysOf(fieldTypeTitles)

export const hasOptions = (type: FieldType): boolean => type === "select" || type === "multiselect"

const readOption = readStruct({
  /** The uuid of an existing option, or a temporary id of a new option. */
  id: readText,
  known: readBoolean,
  label: readText,
  archived: readBoolean
})

/** A typed option. An existing option keeps its uuid, so that contacts keep the option. */
export type TypedOption = ReadBy<typeof readOption>

export const readField = readStruct({
  name: readText,
  key: readText,
  type: readOneOf(fieldTypes),
  icon: readText,
  editable: readBoolean,
  sensitive: readBoolean,
  options: readList<TypedOption>(readOption)
})

export type TypedField = ReadBy<typeof readField>

export const newField: TypedField = {
  name: "",
  key: "",
  type: "text",
  icon: "",
  editable: true,
  sensitive: false,
  options: []
}

export const typedField = (field: CustomField): TypedField => ({
  name: field.name,
  key: field.field_key,
  type: field.field_type,
  icon: field.icon ?? "",
  editable: field.editable,
  sensitive: field.sensitive,
  options: (field.select_options ?? []).map(({ archived, display_label, uuid }) => ({
    id: uuid,
    known: true,
    label: display_label,
    archived
  }))
})

/** A definition as the API takes it. Archived options are left out, so they stay archived. */
export const definitionOf = ({ editable, icon, name, options, sensitive, type }: TypedField) =>
  ({
    name,
    field_type: type,
    editable,
    sensitive,
    icon: icon.trim() === "" ? null : icon,
    select_options: hasOptions(type)
      ? offered(options).map(({ id, known, label }) => (known ? { uuid: id, display_label: label } : label))
      : null
  }) satisfies RequestOf<"PATCH /v1/custom-fields/:custom_field_uuid">["body"]

/** Returns the active options, in the order of the request. The API's errors refer to that order. */
export const offered = (options: ReadonlyArray<TypedOption>): ReadonlyArray<TypedOption> =>
  options.filter(({ archived }) => !archived)

/** Inserts options after an index: one for each line of a text. */
export const withLines = (
  options: ReadonlyArray<TypedOption>,
  after: number,
  text: string
): ReadonlyArray<TypedOption> => {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const labels = lines.length === 1 ? lines : lines.filter(Boolean)
  const used = options.flatMap(({ id, known }) => (known ? [] : [Number(id)]))
  const first = Math.max(0, ...used) + 1
  const made = labels.map((label, at) => ({ id: String(first + at), known: false, label, archived: false }))
  return options.toSpliced(after + 1, 0, ...made)
}

/** Removes an option. An existing option is archived, because contacts may have it. A new option is deleted. */
export const without = (options: ReadonlyArray<TypedOption>, id: string): ReadonlyArray<TypedOption> =>
  options.flatMap((option) => (option.id !== id ? [option] : option.known ? [{ ...option, archived: true }] : []))

/** Moves an option past the next active option, up or down. */
export const moved = (options: ReadonlyArray<TypedOption>, id: string, by: 1 | -1): ReadonlyArray<TypedOption> => {
  const shown = offered(options)
  const at = shown.findIndex((option) => option.id === id)
  const [option, other] = [shown[at], shown[at + by]]
  if (option === undefined || other === undefined) return options
  const order = shown.with(at, other).with(at + by, option)
  return [...order, ...options.filter(({ archived }) => archived)]
}
