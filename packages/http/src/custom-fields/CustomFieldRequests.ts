import { type CustomFieldDraft, CustomFieldUuid, FieldType } from "@rollcall/core"
import { Effect, Schema } from "effect"

/** Custom field values by field key; null clears. Which keys there are and what they take only core knows (F2). */
export const GivenValues = Schema.Record(Schema.String, Schema.Unknown)

const Labels = Schema.Array(Schema.String)

/** A definition to be made. */
export const CreateFieldBody = Schema.Struct({
  name: Schema.String,
  field_type: FieldType,
  field_key: Schema.optionalKey(Schema.NullOr(Schema.String)),
  editable: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  sensitive: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  icon: Schema.optionalKey(Schema.NullOr(Schema.String)),
  select_options: Schema.optionalKey(Schema.NullOr(Labels))
}).annotate({ identifier: "CustomFieldCreate" })

/** A whole definition in the place of another; its key stays (F1). */
export const UpdateFieldBody = Schema.Struct({
  name: Schema.String,
  field_type: FieldType,
  editable: Schema.Boolean,
  sensitive: Schema.Boolean,
  icon: Schema.NullOr(Schema.String),
  select_options: Schema.optionalKey(Schema.NullOr(Labels))
}).annotate({ identifier: "CustomFieldUpdate" })

export const toDraft = (body: typeof CreateFieldBody.Type | typeof UpdateFieldBody.Type): CustomFieldDraft => ({
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
