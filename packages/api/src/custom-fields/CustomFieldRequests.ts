import { CustomFieldUuid, limits } from "@rollcall/core"
import { described, SelectOptionUuid, shown, textOf } from "@rollcall/core/operations"
import { CustomField, fieldKeyPattern, FieldType, type GivenOption, type NewCustomField } from "@rollcall/core/people"
import { Schema } from "effect"
import { defaulted, given } from "../requests/Codecs.ts"
import { pageQuery } from "../requests/Paging.ts"
import { fromWire } from "../requests/WireNames.ts"

/** Custom field values by field key; null clears a value. Only core knows the keys and the types of their values. */
export const GivenValues = Schema.Record(Schema.String, Schema.Unknown).check(shown({ additionalProperties: true }))

const Text = textOf({ min: 1, max: limits.customFieldText })
const name = described(textOf({ min: 3, max: limits.customFieldText }), "The name of the field.")
const fieldType = described(FieldType, "The type of the values. It can change while no contact has a value.")
const icon = "The identifier of an icon. Null for none."
const options =
  "The options of a select or multiselect, at least one. Other types take no options. A label that the field already has " +
  "means that option. A new label creates an option. An object renames the option with its uuid, and contacts keep it."
const RenamedOption = Schema.Struct({
  uuid: described(SelectOptionUuid, "The option."),
  display_label: described(Text, "The new label."),
  archived: described(
    Schema.optionalKey(Schema.Boolean),
    "You can send options back as you read them. Archived options stay archived."
  )
}).annotate({ identifier: "SelectOptionUpdate", description: "An option of the field, by its uuid." })
const Options = Schema.NullOr(
  Schema.Array(Schema.Union([Text, RenamedOption])).check(shown({ maxItems: limits.selectOptions }))
)
const editable = "Whether a contact's value can change after the contact was created."
const sensitive = "Whether values stay out of logs, errors and search terms."

export const fieldListingQuery = {
  ...pageQuery,
  status: defaulted(CustomField.fields.status, "active", "Active fields or archived ones.")
}

/** A custom field to create. */
export const CreateFieldBody = Schema.Struct({
  name,
  field_type: fieldType,
  field_key: described(
    given(Schema.String.check(shown({ pattern: fieldKeyPattern.source }))),
    "The key of the field, which never changes. Default: made from the name."
  ),
  editable: defaulted(Schema.Boolean, true, editable),
  sensitive: defaulted(Schema.Boolean, false, sensitive),
  icon: described(given(Text), icon),
  select_options: described(Schema.optionalKey(Options), options)
}).annotate({ identifier: "CustomFieldCreate", description: "A custom field to define." })

/** A custom field that replaces another. The key doesn't change. */
export const UpdateFieldBody = Schema.Struct({
  name,
  field_type: fieldType,
  editable: described(Schema.Boolean, editable),
  sensitive: described(Schema.Boolean, sensitive),
  icon: described(Schema.NullOr(Text), icon),
  select_options: described(Schema.optionalKey(Options), options)
}).annotate({ identifier: "CustomFieldUpdate", description: "A whole definition that replaces the current one." })

export const toDefinition = ({
  select_options,
  ...definition
}: typeof CreateFieldBody.Type | typeof UpdateFieldBody.Type): NewCustomField => ({
  ...fromWire(definition),
  selectOptions: toGivenOptions(select_options)
})

/** Converts select options to those of the library. */
export const toGivenOptions = (options: typeof Options.Type | undefined): ReadonlyArray<GivenOption> | null =>
  options?.map((option) => (typeof option === "string" ? option : fromWire(option))) ?? null

export const SetValueBody = Schema.Struct({
  custom_field_uuid: described(CustomFieldUuid, "The custom field."),
  value: described(Schema.Unknown, "A value of the field's type. Null or an empty string clears it.")
}).annotate({ identifier: "CustomFieldValueSet", description: "The value of one custom field." })

/** The values of several fields. Either all are set or none. */
export const UpdateValuesBody = Schema.Struct({
  custom_fields: described(GivenValues, "Values by field key. Null or an empty string clears a value.")
}).annotate({ identifier: "CustomFieldValuesUpdate", description: "The values of several custom fields." })
