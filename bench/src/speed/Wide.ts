import { ContactLists, type Contact, Contacts, ContactUuid, limits as mostAtOnce, systemCaller } from "@rollcall/core"
import { Context, Effect } from "effect"
import * as Arr from "effect/Array"
import type { Postgres, Sqlite } from "../Database.ts"
import type { Figure } from "../Part.ts"
import { percentile, shown } from "../Numbers.ts"
import { timed } from "../Rounds.ts"
import type { Run, Scenario } from "../Scenario.ts"
import { workspace } from "./Population.ts"
import { openStore, type Store } from "./Store.ts"

/** The members of each list, the searches in a round, and the contacts on a page. */
const [members, searches, limit] = [5_000, 20, 50]

/** Makes a list with members spread over the store. */
const makeList = Effect.fnUntraced(function* ({ library, population: { samples } }: Store, name: string) {
  const service = Context.get(library, ContactLists)
  const caller = systemCaller(workspace)
  const { uuid } = yield* service.create(caller, { name })
  const chosen = Arr.take(
    Arr.filter(samples, (_: Contact, place) => place % 2 === 0),
    members
  )
  for (const some of Arr.chunksOf(chosen, mostAtOnce.listMembers)) {
    yield* service.addMembers(
      caller,
      uuid,
      some.map((contact) => ContactUuid.make(contact.uuid))
    )
  }
  return uuid
})

const search = Effect.fnUntraced(function* (database: Sqlite | Postgres, { rounds, share }: Run) {
  const contacts = Math.ceil(1_000_000 * share)
  const store = yield* openStore(database, contacts)
  const value = yield* makeList(store, "wide")
  const filters = ["Bronze", "Silver", "Gold", "Platinum"].map((tier) => [
    { field: "contactListUuid", operator: "equals", value } as const,
    { field: "tier", operator: "equals", value: tier } as const
  ])
  const service = Context.get(store.library, Contacts)
  const one = (advancedSearch: (typeof filters)[number]) =>
    service.search(systemCaller(workspace), { advancedSearch }, { limit, offset: 0 })
  const totals = yield* Effect.forEach(filters, (filter) => Effect.map(one(filter), ({ total }) => total))
  const times: Array<number> = []
  for (let n = 0; n < rounds * searches; n++) {
    const { seconds } = yield* timed(one(filters[n % filters.length] ?? []))
    times.push(seconds * 1_000)
  }
  const at = percentile(times)
  const detail = `p50 ${shown(at(0.5))}, max ${shown(at(1))}; finds ${Math.min(...totals)} to ${Math.max(...totals)}`
  const figure: Figure = { name: "p95", value: at(0.95), unit: "ms", most: 50, detail }
  return [{ name: `${contacts.toLocaleString("en")} contacts`, figures: [figure] }]
})

/** Searches within two long lists of contacts. */
export const wide: Scenario = {
  name: "wide",
  about: "pages of 50 of a list of 5,000 and one value that a quarter of 1,000,000 contacts have",
  sqlite: search,
  postgres: search
}
