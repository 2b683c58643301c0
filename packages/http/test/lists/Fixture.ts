import { Effect, Schema } from "effect"
import { uuidOf, TestApp } from "../TestApp.ts"

const ListJson = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  status: Schema.String,
  emoji: Schema.NullOr(Schema.String),
  workspace_uuid: Schema.String,
  count: Schema.Int,
  created_by: Schema.String,
  updated_by: Schema.String,
  created_at: Schema.String,
  updated_at: Schema.String
})

/** A list as the wire shows it; throws unless every field is there (W1). */
export const listOf = Schema.decodeUnknownSync(ListJson)

/** The names on a page of lists. */
export const namesOf = (json: unknown): ReadonlyArray<string> => decodeLists(json).contact_lists.map(({ name }) => name)

const decodeLists = Schema.decodeUnknownSync(Schema.Struct({ contact_lists: Schema.Array(ListJson) }))

/** The uuids on a page of contacts. */
export const contactsOf = (json: unknown): ReadonlyArray<string> =>
  decodeContacts(json).contacts.map(({ uuid }) => uuid)

const decodeContacts = Schema.decodeUnknownSync(
  Schema.Struct({ contacts: Schema.Array(Schema.Struct({ uuid: Schema.String })) })
)

/** Makes a list and gives its path. */
export const newList = Effect.fnUntraced(function* (token: string, name: string = "Regulars") {
  const { send } = yield* TestApp
  const made = yield* send("POST", "/v1/contact-lists", { token, json: { name } })
  return `/v1/contact-lists/${uuidOf(made.json).uuid}`
})
