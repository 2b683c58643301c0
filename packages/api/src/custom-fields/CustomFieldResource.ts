import { type CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { CustomFieldValue, FieldType, SelectOptionUuid } from "@rollcall/core/storage"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Pagination } from "../requests/Paging.ts"

/** The values of a contact by field key; a field without a value is not among them. */
export const CustomFieldValuesResource = Schema.Record(Schema.String, CustomFieldValue)

/** The values of a contact, on their own. */
export const ContactValuesResource = Schema.Struct({ custom_fields: CustomFieldValuesResource }).annotate({
  identifier: "ContactCustomFields"
})

const OptionResource = Schema.Struct({
  uuid: SelectOptionUuid,
  display_label: Schema.String,
  field_key: Schema.String,
  archived: Schema.Boolean
}).annotate({ identifier: "SelectOption" })

/** A definition on the wire. `select_options` is there for `select` and `multiselect` only (W1). */
export const CustomFieldResource = Schema.Struct({
  uuid: CustomFieldUuid,
  workspace_uuid: WorkspaceUuid,
  name: Schema.String,
  icon: Schema.NullOr(Schema.String),
  field_type: FieldType,
  field_key: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Schema.NullOr(Instant),
  editable: Schema.Boolean,
  sensitive: Schema.Boolean,
  select_options: Schema.optionalKey(Schema.Array(OptionResource))
}).annotate({ identifier: "CustomField" })

/** A page of definitions. */
export const CustomFieldPage = Schema.Struct({
  custom_fields: Schema.Array(CustomFieldResource),
  pagination: Pagination
}).annotate({ identifier: "CustomFieldPage" })

export const toCustomFieldResource = (field: CustomField): typeof CustomFieldResource.Type => ({
  uuid: field.uuid,
  workspace_uuid: field.workspaceUuid,
  name: field.name,
  icon: field.icon,
  field_type: field.fieldType,
  field_key: field.fieldKey,
  status: field.status,
  created_at: field.createdAt,
  updated_at: field.updatedAt,
  archived_at: field.archivedAt,
  editable: field.editable,
  sensitive: field.sensitive,
  ...(field.selectOptions && {
    select_options: field.selectOptions.map((option) => ({
      uuid: option.uuid,
      display_label: option.displayLabel,
      field_key: option.fieldKey,
      archived: option.archived
    }))
  })
})
