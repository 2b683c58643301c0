import { Effect } from "effect"
import { addHeavyField, filtersOf, importTexts } from "../load/HeavyContacts.ts"
import { answersOf } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { importContacts, type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** A sentence of 200 characters. */
const sentence = "The quick brown fox jumps over the lazy dog while seven wizards quietly mix big vats of green juice. "
  .repeat(2)
  .slice(0, 200)

/** Longest that a search may take until it is answered, whatever the answer is, in milliseconds. */
const slowest = 10_500

/** Each client sends a search so often, one after the other. */
const times = 5

/** Sends searches, by so many clients at once. */
const search = (server: Server, json: object, clients = 1) => {
  const one = server.send("POST", "/v1/contacts/search", { json })
  const all = Array.from({ length: clients * times }, () => one)
  return Effect.map(Effect.all(all, { concurrency: clients }), (answers) =>
    answersOf("searches", answers, [200, 503], slowest)
  )
}

/** Searches whose cost is high: many filters on long texts that many contacts have. */
export const heavySearches: Scenario = {
  name: "heavy-searches",
  about: "searches of up to 50 filters on long texts, alone and by 32 clients; others are not delayed",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      yield* addHeavyField(server)
      yield* importContacts(server, Math.ceil(20_000 * share), (index) => ({
        first_name: sentence,
        email: `shared-${index}@example.org`
      }))
      yield* importTexts(server, Math.ceil(50_000 * share), "matching", sentence)
      const fifty = { advanced_search: filtersOf(50, sentence, "first_name") }
      const twenty = { advanced_search: filtersOf(20, sentence) }
      return [
        yield* watch("50 on one text", server, search(server, fifty)),
        yield* watch("20 that all match", server, search(server, twenty)),
        yield* watch("32 clients with 20", server, search(server, twenty, 32))
      ]
    })
  )
}
