import { CustomField } from "@rollcall/core"
import { SelectOption } from "@rollcall/core/custom-fields"
import { Schema } from "effect"
import { namedColumns } from "../database/Rows.ts"

const Instant = Schema.DateTimeUtcFromMillis

const members = {
  ...CustomField.fields,
  editable: Schema.BooleanFromBit,
  sensitive: Schema.BooleanFromBit,
  selectOptions: Schema.NullOr(Schema.fromJsonString(Schema.Array(SelectOption))),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Schema.NullOr(Instant)
}

const columns = {
  workspaceUuid: "workspace_uuid",
  fieldType: "field_type",
  fieldKey: "field_key",
  selectOptions: "select_options",
  createdAt: "created_at",
  updatedAt: "updated_at",
  archivedAt: "archived_at"
} as const

/** A definition as a row of `custom_fields`. */
export const CustomFieldRow = Schema.Struct(members).pipe(Schema.encodeKeys(columns))

/** As {@link CustomFieldRow}, with the version of the workspace's definitions. */
export const VersionedFieldRow = Schema.Struct({ ...members, version: Schema.Int }).pipe(namedColumns(columns))

/** The columns of a {@link CustomFieldRow}. */
export const customFieldColumns = [
  "uuid",
  "workspace_uuid",
  "name",
  "icon",
  "field_type",
  "field_key",
  "status",
  "editable",
  "sensitive",
  "select_options",
  "created_at",
  "updated_at",
  "archived_at"
] as const

/** A definition as the columns of its row. */
export const customFieldRecord = Schema.encodeSync(CustomFieldRow)
