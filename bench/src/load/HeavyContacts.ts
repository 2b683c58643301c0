import { Effect, Schema } from "effect"
import { expectJson } from "../Client.ts"
import { importContacts, type Server } from "../Server.ts"

/** A text of 200 characters, whose parts many contacts have. */
const sentence = "The quick brown fox jumps over the lazy dog while seven wizards quietly mix big vats of green juice. "
  .repeat(2)
  .slice(0, 200)

const fieldKey = "remarks"

const CustomField = Schema.Struct({ field_key: Schema.Literal(fieldKey) })

/** Creates a custom field, and contacts with the same text in it. */
export const addHeavyContacts = Effect.fnUntraced(function* (server: Pick<Server, "send">, count: number) {
  const json = { name: "Remarks", field_type: "text", field_key: fieldKey }
  yield* expectJson(201, CustomField)(yield* server.send("POST", "/v1/custom-fields", { json }))
  yield* importContacts(server, count, (index) => ({
    first_name: "Ada",
    email: `heavy-${index}@example.org`,
    custom_fields: { [fieldKey]: sentence }
  }))
})

/** A search of so many filters, each for another part of the text, all of which every such contact has. */
export const heavySearch = (count: number) => ({
  advanced_search: Array.from({ length: count }, (_, index) => ({
    field: fieldKey,
    operator: "contains",
    value: sentence.slice(index, sentence.length - count + index)
  }))
})
