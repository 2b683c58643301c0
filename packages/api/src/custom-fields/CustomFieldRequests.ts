import { CustomFieldUuid } from "@rollcall/core"
import { type CustomFieldDefinition, FieldType } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"

/** Custom field values by field key; null clears. Which keys there are and what they take only core knows (F2). */
export const GivenValues = Schema.Record(Schema.String, Schema.Unknown).annotate({
  description: "Values by field key; null clears one."
})

const Name = Schema.String.annotate({ description: "3 to 250 characters." })
const Key = Schema.NullOr(Schema.String).annotate({ description: "Made of the name when absent. It never changes." })
const Icon = Schema.NullOr(Schema.String).annotate({ description: "An icon's identifier; null for none." })
const Labels = Schema.NullOr(Schema.Array(Schema.String)).annotate({
  description: "The options of a select or multiselect, which needs at least one; other types take none."
})
const Editable = Schema.Boolean.annotate({ description: "Whether a contact's value can change once it was created." })
const Sensitive = Schema.Boolean.annotate({ description: "Whether values stay out of logs, errors and search terms." })

/** A definition to be made. */
export const CreateFieldBody = Schema.Struct({
  name: Name,
  field_type: FieldType,
  field_key: Schema.optionalKey(Key),
  editable: Editable.annotate({ default: true }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  sensitive: Sensitive.annotate({ default: false }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  icon: Schema.optionalKey(Icon),
  select_options: Schema.optionalKey(Labels)
}).annotate({ identifier: "CustomFieldCreate" })

/** A whole definition in the place of another; its key stays (F1). */
export const UpdateFieldBody = Schema.Struct({
  name: Name,
  field_type: FieldType,
  editable: Editable,
  sensitive: Sensitive,
  icon: Icon,
  select_options: Schema.optionalKey(Labels)
}).annotate({ identifier: "CustomFieldUpdate" })

export const toDefinition = (
  body: typeof CreateFieldBody.Type | typeof UpdateFieldBody.Type
): CustomFieldDefinition => ({
  name: body.name,
  fieldType: body.field_type,
  editable: body.editable,
  sensitive: body.sensitive,
  icon: body.icon ?? null,
  selectOptions: body.select_options ?? null
})

/** The value of one field. It is required, and null clears it. */
export const SetValueBody = Schema.Struct({
  custom_field_uuid: CustomFieldUuid,
  value: Schema.Unknown
}).annotate({ identifier: "CustomFieldValueSet" })

/** The values of several fields, all or none. */
export const UpdateValuesBody = Schema.Struct({ custom_fields: GivenValues }).annotate({
  identifier: "CustomFieldValuesUpdate"
})
