import { Schema } from "effect"
import { described } from "../../shared/Described.ts"
import { CustomFieldUuid, SelectOptionUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** The twelve field types of the specification. */
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
 * A choice of a `select` or `multiselect` field. An update that names the option by uuid or label keeps its uuid and key.
 *
 * @see docs/contributing/decisions.md, F3
 */
export const SelectOption = Schema.Struct({
  uuid: described(SelectOptionUuid, "The uuid of the option."),
  displayLabel: described(Schema.String, "The name of the option."),
  fieldKey: described(Schema.String, "The key of the option. Contacts with the option have this key as their value."),
  archived: described(
    Schema.Boolean,
    "Whether the option is archived. An archived option cannot be given to more contacts."
  )
})
export type SelectOption = typeof SelectOption.Type

const CustomFieldStatus = Schema.Literals(["active", "archived"])

/** The filter for a list of custom fields. */
export const CustomFieldListing = Schema.Struct({
  /** Default: `active`. */
  status: Schema.optional(CustomFieldStatus)
})
export type CustomFieldListing = typeof CustomFieldListing.Type

/** A workspace's definition of a custom field. */
export const CustomField = Schema.Struct({
  uuid: described(CustomFieldUuid, "The uuid of the field."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the field belongs to."),
  name: described(Schema.String, "The name of the field."),
  icon: described(Schema.NullOr(Schema.String), "The identifier of an icon. Null for none."),
  fieldType: described(FieldType, "The type of the values."),
  /** Unique in the workspace. Archived definitions keep their key. */
  fieldKey: described(Schema.String, "The key of the field in `custom_fields`, in filters and in sorts."),
  status: described(CustomFieldStatus, "Whether the field is archived and its values are hidden."),
  editable: described(Schema.Boolean, "Whether a contact's value can change after the contact was created."),
  sensitive: described(Schema.Boolean, "Whether values stay out of logs, errors and search terms."),
  /** Null unless the type is `select` or `multiselect`. */
  selectOptions: Schema.NullOr(Schema.Array(SelectOption)),
  createdAt: described(Schema.DateTimeUtc, "When it was defined."),
  updatedAt: described(Schema.DateTimeUtc, "When it last changed."),
  archivedAt: described(Schema.NullOr(Schema.DateTimeUtc), "When it was archived. Null while it is active.")
})
export type CustomField = typeof CustomField.Type

export const hasOptions = (type: FieldType): boolean => type === "select" || type === "multiselect"

/** The pattern of a field key. */
export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,249}$/

/**
 * Returns whether a string has the form of a field key. Other strings need no lookup, and some stores reject such strings.
 */
export const isFieldKey = (key: string): boolean => fieldKeyPattern.test(key)
