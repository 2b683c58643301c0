import { Effect, Schema } from "effect"
import { expectJson } from "../Client.ts"
import { importContacts, type Server } from "../Server.ts"

/** A text whose parts of three letters are few, and each of them often. */
const repetitive = "abcabcabd".repeat(100)

const fieldKey = "remarks"

const CustomField = Schema.Struct({ field_key: Schema.Literal(fieldKey) })

/** Creates the custom field that heavy searches look into, and contacts with one text. */
export const addHeavyField = Effect.fnUntraced(function* ({ send }: Pick<Server, "send">) {
  const json = {
    name: "Remarks",
    field_type: "text",
    field_key: fieldKey,
    editable: true,
    sensitive: false,
    icon: null
  }
  yield* expectJson(201, CustomField)(yield* send("POST", "/v1/custom-fields", { json }))
})

/** Imports contacts with a text in the custom field. */
export const importTexts = (server: Pick<Server, "send">, count: number, name: string, text = repetitive) =>
  importContacts(server, count, (index) => ({
    first_name: "Ada",
    email: `${name}-${index}@example.org`,
    custom_fields: { [fieldKey]: text }
  }))

/** Creates the custom field, and contacts with a repetitive text in it. */
export const addHeavyContacts = (server: Pick<Server, "send">, count: number) =>
  Effect.andThen(addHeavyField(server), importTexts(server, count, "heavy"))

/** Filters of one field, each for another part of a text, all of which a contact with this text has. */
export const filtersOf = (count: number, text: string, field = fieldKey) =>
  Array.from({ length: count }, (_, index) => ({
    field,
    operator: "contains",
    value: text.slice(index, text.length - count + index)
  }))

/** A search of so many filters for the repetitive text. */
export const heavySearch = (count: number) => ({ advanced_search: filtersOf(count, repetitive) })
