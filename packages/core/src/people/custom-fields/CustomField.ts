import { Schema } from "effect"
import { described } from "../../shared/Described.ts"
import { CustomFieldUuid, SelectOptionUuid, WorkspaceUuid } from "../../shared/Ids.ts"

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

/**
 * One choice of a `select` or `multiselect` field. Its uuid and key stay while its label does.
 *
 * @see docs/contributing/decisions.md, F3
 */
export const SelectOption = Schema.Struct({
  uuid: described(SelectOptionUuid, "The uuid of the option."),
  displayLabel: described(Schema.String, "The name of the option."),
  fieldKey: described(Schema.String, "The key of the option, which is the value of a contact with this option."),
  archived: described(Schema.Boolean, "Whether the option is archived, so that no contact can take it.")
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
  uuid: described(CustomFieldUuid, "The uuid of the field."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the field belongs to."),
  name: described(Schema.String, "The name of the field."),
  icon: described(Schema.NullOr(Schema.String), "The identifier of an icon. Null for none."),
  fieldType: described(FieldType, "The type of the values."),
  /** Unique in the workspace, for ever: an archived definition keeps it. */
  fieldKey: described(Schema.String, "The key of the field in `custom_fields`, in filters and in sorts."),
  status: described(CustomFieldStatus, "Whether the field is archived and its values are hidden."),
  editable: described(Schema.Boolean, "Whether a contact's value can change once it was created."),
  sensitive: described(Schema.Boolean, "Whether values stay out of logs, errors and search terms."),
  /** Null unless the type is `select` or `multiselect`. */
  selectOptions: Schema.NullOr(Schema.Array(SelectOption)),
  createdAt: described(Schema.DateTimeUtc, "When it was defined."),
  updatedAt: described(Schema.DateTimeUtc, "When it last changed."),
  archivedAt: described(Schema.NullOr(Schema.DateTimeUtc), "When it was archived. Null while it is active.")
})
export type CustomField = typeof CustomField.Type

/** Whether fields of a type have options. */
export const hasOptions = (type: FieldType): boolean => type === "select" || type === "multiselect"

/** What a key looks like. */
export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,249}$/

/** Whether a field could have this key. Others need not be looked for, and a store may be unable to. */
export const isFieldKey = (key: string): boolean => fieldKeyPattern.test(key)
