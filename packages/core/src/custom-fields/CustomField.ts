import { Schema } from "effect"
import { CustomFieldUuid, SelectOptionUuid, WorkspaceUuid } from "../shared/Ids.ts"

/** The twelve types of the specification. */
export const FieldType = Schema.Literals([
  "text",
  "number:integer",
  "number:decimal",
  "number:percentage",
  "checkbox",
  "date",
  "date:date_time",
  "date:time",
  "date:relative",
  "select",
  "multiselect",
  "user"
])
export type FieldType = typeof FieldType.Type

/** One choice of a `select` or `multiselect` field. Its uuid and key stay while its label does (F3). */
export const SelectOption = Schema.Struct({
  uuid: SelectOptionUuid,
  displayLabel: Schema.String,
  /** What a value holds; unique in its field. */
  fieldKey: Schema.String,
  /** An archived option can be read, and is written only to a contact that has it (F3). */
  archived: Schema.Boolean
})
export type SelectOption = typeof SelectOption.Type

const CustomFieldStatus = Schema.Literals(["active", "archived"])

/** Which fields are wanted: without a status the active ones. */
export const CustomFieldListing = Schema.Struct({
  /** Whether they are in use; `active` if absent. */
  status: Schema.optional(CustomFieldStatus)
})
export type CustomFieldListing = typeof CustomFieldListing.Type

/** The definition of a field that a workspace adds to its contacts. */
export const CustomField = Schema.Struct({
  uuid: CustomFieldUuid,
  workspaceUuid: WorkspaceUuid,
  name: Schema.String,
  icon: Schema.NullOr(Schema.String),
  fieldType: FieldType,
  /** Unique in the workspace, for ever: an archived definition keeps it (F1, F7). */
  fieldKey: Schema.String,
  status: CustomFieldStatus,
  /** Whether a contact's value can change after it was first set (F5). */
  editable: Schema.Boolean,
  /** Whether values stay out of logs, traces, error texts and free-text search (F6). */
  sensitive: Schema.Boolean,
  /** Null unless the type is `select` or `multiselect`. */
  selectOptions: Schema.NullOr(Schema.Array(SelectOption)),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  archivedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type CustomField = typeof CustomField.Type

/** Whether fields of a type have options. */
export const hasOptions = (type: FieldType): boolean => type === "select" || type === "multiselect"

/** What a key looks like (F1). */
export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,249}$/

/** Whether a field could have this key. Others need not be looked for, and a store may be unable to. */
export const isFieldKey = (key: string): boolean => fieldKeyPattern.test(key)
