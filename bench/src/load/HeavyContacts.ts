import { Effect, Schema } from "effect"
import { expectJson } from "../Client.ts"
import { importContacts, type Server } from "../Server.ts"

/** A string of 200 characters. Its parts occur in many contacts. */
const sentence = "The quick brown fox jumps over the lazy dog while seven wizards quietly mix big vats of green juice. "
  .repeat(2)
  .slice(0, 200)

const fieldKey = "remarks"

const CustomField = Schema.Struct({ field_key: Schema.Literal(fieldKey) })

/** Creates a custom field, and contacts with the same string in it. */
export const addHeavyContacts = Effect.fnUntraced(function* (server: Pick<Server, "send">, count: number) {
  const json = { name: "Remarks", field_type: "text", field_key: fieldKey }
  yield* expectJson(201, CustomField)(yield* server.send("POST", "/v1/custom-fields", { json }))
  yield* importContacts(server, count, (index) => ({
    first_name: "Ada",
    email: `heavy-${index}@example.org`,
    custom_fields: { [fieldKey]: sentence }
  }))
})

/**
 * Returns a search with this number of filters, each for a different part of the string. Every contact from
 * `addHeavyContacts` matches.
 */
export const heavySearch = (count: number) => ({
  advanced_search: Array.from({ length: count }, (_, index) => ({
    field: fieldKey,
    operator: "contains",
    value: sentence.slice(index, sentence.length - count + index)
  }))
})
