import { type CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { CustomFieldValue, FieldType } from "@rollcall/core/custom-fields"
import { SelectOptionUuid } from "@rollcall/core/shared"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { described } from "../requests/Described.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

/** The values of a contact by field key; a field without a value is not among them. */
export const CustomFieldValuesResource = described(
  Schema.Record(Schema.String, CustomFieldValue),
  "Values by field key; a field without a value is not among them."
)

/** The values of a contact, on their own. */
export const ContactValuesResource = Schema.Struct({ custom_fields: CustomFieldValuesResource }).annotate({
  identifier: "ContactCustomFields",
  description: "The custom field values of a contact."
})

const option = spelled({
  uuid: described(SelectOptionUuid, "The uuid of the option."),
  displayLabel: described(Schema.String, "What people call the option."),
  fieldKey: described(Schema.String, "The key of the option: what a contact that has it shows as its value."),
  archived: described(Schema.Boolean, "Whether no contact takes it any more.")
})
const OptionResource = Schema.Struct(option.fields).annotate({
  identifier: "SelectOption",
  description: "An option of a select or multiselect."
})

const field = spelled({
  uuid: described(CustomFieldUuid, "The uuid of the field."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the field belongs to."),
  name: described(Schema.String, "What people call the field."),
  icon: described(Schema.NullOr(Schema.String), "An icon's identifier; null for none."),
  fieldType: described(FieldType, "What values the field takes."),
  fieldKey: described(Schema.String, "The key of the field in `custom_fields`, in filters and in sorts."),
  status: described(Schema.Literals(["active", "archived"]), "Whether it is archived, and its values hidden."),
  createdAt: described(Instant, "When it was defined."),
  updatedAt: described(Instant, "When it last changed."),
  archivedAt: described(Schema.NullOr(Instant), "When it was archived; null while it is active."),
  editable: described(Schema.Boolean, "Whether a contact's value can change once it was created."),
  sensitive: described(Schema.Boolean, "Whether values stay out of logs, errors and search terms."),
  selectOptions: described(
    Schema.optionalKey(Schema.Array(OptionResource)),
    "The options, archived ones too; only for select and multiselect."
  )
})

/** A definition on the wire. `select_options` is there for `select` and `multiselect` only (W1). */
export const CustomFieldResource = Schema.Struct(field.fields).annotate({
  identifier: "CustomField",
  description: "A field that the workspace adds to its contacts."
})

/** A page of definitions. */
export const CustomFieldPage = Schema.Struct({
  custom_fields: described(Schema.Array(CustomFieldResource), "The fields of the page."),
  pagination: Pagination
}).annotate({ identifier: "CustomFieldPage", description: "A page of custom fields." })

export const toCustomFieldResource = ({
  selectOptions,
  ...definition
}: CustomField): typeof CustomFieldResource.Encoded =>
  field.encode({ ...definition, ...(selectOptions && { selectOptions: selectOptions.map(option.encode) }) })

export const toCustomFieldPage = pageOf("custom_fields", toCustomFieldResource)
