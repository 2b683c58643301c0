import { assert, describe } from "@effect/vitest"
import type { Storage } from "@rollcall/core"
import { contactWrite, digitForms, newestFirst, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Context, Effect, type Redacted } from "effect"
import { Statement } from "effect/sql"
import { anotherPool, database, layerWithClient, newContact, newWorkspace } from "./Fixture.ts"
import { live } from "../../core/test/Suite.ts"

const plan = {
  condition: { _tag: "BooleanIs", field: "archived", value: false },
  sort: newestFirst
} as const

/** Stores a contact. `toggle` archives and restores it, so that a search alternately finds it and does not. */
const toggledContact = Effect.fnUntraced(function* (pool: Context.Context<Storage>) {
  const store = Context.get(pool, ContactStore)
  const workspace = yield* newWorkspace
  const contact = yield* newContact(workspace, { email: "ada@example.org" })
  yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
  const put = (archived: boolean) =>
    store.save({ created: [], changed: [contactWrite(digitForms, "contact.updated", { ...contact, archived })] })
  return { workspace, toggle: Effect.andThen(put(true), put(false)) }
})

/** Reads pages during concurrent writes. Returns the index of the first whose total is of another snapshot, or null. */
const firstInconsistent = Effect.fnUntraced(function* (url: Redacted.Redacted, reads: number) {
  const { toggle, workspace } = yield* toggledContact(yield* anotherPool(url))
  yield* Effect.forkScoped(Effect.forever(toggle))
  const store = yield* ContactStore
  for (let n = 0; n < reads; n++) {
    const { items, total } = yield* store.search(workspace, plan, { limit: 10, offset: 0 }, withoutLimits)
    if (items.length !== total) return n
  }
  return null
}, Effect.scoped)

/** Reads the total in one statement and the page in the next. */
const inTwoStatements: Statement.Transformer = (statement, sql) => {
  const [text, parameters] = statement.compile()
  if (!text.includes("AS total")) return Effect.succeed(statement)
  const counted = sql.unsafe<{ readonly total: number }>(text, parameters)
  return Effect.provideService(Effect.orDie(counted), Statement.CurrentTransformer, undefined).pipe(
    // Of two columns of one name a row has the last one.
    Effect.map(([row]) => sql.unsafe(`SELECT page.*, ${row?.total ?? 0} AS total FROM (${text}) AS page`, parameters))
  )
}

describe("a page and its total", () => {
  live("S10: are from one snapshot during concurrent writes", function* () {
    const url = yield* database
    assert.isNull(yield* Effect.provide(firstInconsistent(url, 300), layerWithClient({ url })))
  })

  live("S10: the check finds a difference if they are read by two statements", function* () {
    const url = yield* database
    const found = Effect.provideService(firstInconsistent(url, 20_000), Statement.CurrentTransformer, inTwoStatements)
    assert.isNotNull(yield* Effect.provide(found, layerWithClient({ url })))
  })
})
