import {
  type CustomFieldDraft,
  CustomFieldUuid,
  draftIssues,
  FieldType,
  type Issue,
  keyIssues,
  tidyDraft
} from "@rollcall/core"
import { Effect, Schema, Struct } from "effect"
import type { PartRules } from "../requests/BodyDecoder.ts"

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

const CreateFieldPart = CreateFieldBody.mapFields(Struct.map(Schema.optionalKey))
const UpdateFieldPart = UpdateFieldBody.mapFields(Struct.map(Schema.optionalKey))

/** What is wrong with the parts of a definition that can be read. Without a type nothing can be said of the options. */
const partIssues = ({ field_type, icon, name, select_options }: typeof UpdateFieldPart.Type): ReadonlyArray<Issue> =>
  draftIssues(
    tidyDraft({
      name: name ?? "",
      fieldType: field_type ?? "text",
      editable: true,
      sensitive: false,
      icon: icon ?? null,
      selectOptions: (field_type && select_options) ?? null
    })
  )

export const createRules: PartRules<typeof CreateFieldPart.Type> = {
  schema: CreateFieldPart,
  issues: ({ field_key, ...part }) => [...partIssues(part), ...(field_key ? keyIssues(field_key) : [])]
}

export const updateRules: PartRules<typeof UpdateFieldPart.Type> = { schema: UpdateFieldPart, issues: partIssues }

/** The value of one field. It is required, and null clears it. */
export const SetValueBody = Schema.Struct({
  custom_field_uuid: CustomFieldUuid,
  value: Schema.Unknown
}).annotate({ identifier: "CustomFieldValueSet" })

/** The values of several fields, all or none. */
export const UpdateValuesBody = Schema.Struct({ custom_fields: GivenValues }).annotate({
  identifier: "CustomFieldValuesUpdate"
})
