import type { FieldType } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { newContact, TestApp } from "../TestApp.ts"

const OptionJson = Schema.Struct({
  uuid: Schema.String,
  display_label: Schema.String,
  field_key: Schema.String,
  archived: Schema.Boolean
})

/** A definition as the wire shows it: every field is there (W1). */
const FieldJson = Schema.Struct({
  uuid: Schema.String,
  workspace_uuid: Schema.String,
  name: Schema.String,
  icon: Schema.NullOr(Schema.String),
  field_type: Schema.String,
  field_key: Schema.String,
  status: Schema.String,
  created_at: Schema.String,
  updated_at: Schema.String,
  archived_at: Schema.NullOr(Schema.String),
  editable: Schema.Boolean,
  sensitive: Schema.Boolean,
  select_options: Schema.optionalKey(Schema.Array(OptionJson))
})

/** A definition; throws unless it has every field and no other. */
export const fieldOf = Schema.decodeUnknownSync(FieldJson, { onExcessProperty: "error" })

/** The definitions on a page, and how many there are in all. */
export const fieldsOf = (json: unknown) => {
  const { custom_fields, pagination } = decodePage(json)
  return { keys: custom_fields.map(({ field_key }) => field_key), total: pagination.total }
}

const decodePage = Schema.decodeUnknownSync(
  Schema.Struct({ custom_fields: Schema.Array(FieldJson), pagination: Schema.Struct({ total: Schema.Int }) })
)

/** The custom values of an answer: of a contact, or on their own. */
export const valuesOf = (json: unknown) => decodeValues(json).custom_fields

const decodeValues = Schema.decodeUnknownSync(
  Schema.Struct({ custom_fields: Schema.Record(Schema.String, Schema.Json) })
)

/** The first names on a page of contacts, and how many there are in all. */
export const foundOf = (json: unknown) => {
  const { contacts, pagination } = decodeFound(json)
  return { names: contacts.map(({ first_name }) => first_name), total: pagination.total }
}

const decodeFound = Schema.decodeUnknownSync(
  Schema.Struct({
    contacts: Schema.Array(Schema.Struct({ first_name: Schema.NullOr(Schema.String) })),
    pagination: Schema.Struct({ total: Schema.Int })
  })
)

/** Where definitions are. */
export const path = "/v1/custom-fields"

/** Defines a field; throws unless it is taken. */
export const define = Effect.fnUntraced(function* (token: string, field_type: FieldType, more: object = {}) {
  const { send } = yield* TestApp
  const json = { name: `A field of ${field_type}`, field_type, ...more }
  return fieldOf((yield* send("POST", path, { token, json })).json)
})

/** The whole of a definition, as an update takes it. */
export const whole = { name: "A field", field_type: "text", editable: true, sensitive: false, icon: null }

/** Makes a contact and gives its path; throws unless it is taken. */
export const newContactPath = (token: string, custom_fields: object = {}, more: object = {}) =>
  Effect.map(newContact(token, { custom_fields, ...more }), (uuid) => `/v1/contacts/${uuid}`)
