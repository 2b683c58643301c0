import { Effect } from "effect"
import { addHeavyContacts, heavySearch } from "../load/HeavyContacts.ts"
import { answersOf } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** Maximum time until a search gets any response, in milliseconds. */
const slowest = 10_500

/** How often each client sends a search, one after another. */
const times = 5

/** Searches with a high cost: many filters on long strings that many contacts have. */
export const heavySearches: Scenario = {
  name: "heavy-searches",
  about:
    "searches of up to 50 filters on texts that 50,000 contacts have, alone and by 32 clients; others are not delayed",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      yield* addHeavyContacts(server, Math.ceil(50_000 * share))
      const search = (filters: number, clients: number) => {
        const one = server.send("POST", "/v1/contacts/search", { json: heavySearch(filters) })
        const all = Effect.replicateEffect(one, clients * times, { concurrency: clients })
        const work = Effect.map(all, (answers) => answersOf("searches", answers, [200, 503], slowest))
        return watch(`${filters} filters, ${clients} at once`, server, work)
      }
      return [yield* search(50, 1), yield* search(20, 1), yield* search(20, 32)]
    })
  )
}
