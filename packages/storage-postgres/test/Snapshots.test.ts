import { assert, describe, it } from "@effect/vitest"
import { ContactStore, newestFirst, type Storage } from "@rollcall/core"
import { Context, Effect, type Redacted } from "effect"
import { Statement } from "effect/sql"
import { anotherPool, database, layerWithClient, newContact, newWorkspace } from "./Fixture.ts"

const plan = {
  condition: { _tag: "BooleanIs", field: "archived", value: false },
  sort: newestFirst
} as const

/** A contact, and what archives it and brings it back: it is found at one moment, and not at the next. */
const seesaw = Effect.fnUntraced(function* (pool: Context.Context<Storage>) {
  const store = Context.get(pool, ContactStore)
  const workspace = yield* newWorkspace
  const contact = yield* newContact(workspace, { email: "ada@example.org" })
  yield* store.save({ created: [{ contact, changes: [] }], changed: [] })
  const put = (archived: boolean) =>
    store.save({ created: [], changed: [{ contact: { ...contact, archived }, changes: [] }] })
  return { workspace, swing: Effect.andThen(put(true), put(false)) }
})

/** Reads so many pages while others write, and gives the first whose total is not of the page's moment. */
const firstTorn = Effect.fnUntraced(function* (url: Redacted.Redacted, reads: number) {
  const { swing, workspace } = yield* seesaw(yield* anotherPool(url))
  yield* Effect.forkScoped(Effect.forever(swing))
  const store = yield* ContactStore
  for (let n = 0; n < reads; n++) {
    const { items, total } = yield* store.search(workspace, plan, { limit: 10, offset: 0 })
    if (items.length !== total) return n
  }
  return null
}, Effect.scoped)

/** Counts in a statement of its own and reads the page in the next. */
const inTwoStatements: Statement.Transformer = (statement, sql) => {
  const [text, parameters] = statement.compile()
  if (!text.includes("whole.total")) return Effect.succeed(statement)
  const counted = sql.unsafe<{ readonly total: number }>(text, parameters)
  return Effect.provideService(Effect.orDie(counted), Statement.CurrentTransformer, undefined).pipe(
    Effect.map(([row]) => sql.unsafe(text.replace("whole.total", `${row?.total ?? 0} AS total`), parameters))
  )
}

describe("a page and its total", () => {
  it.live("S10: are of one moment, whatever is written meanwhile", () =>
    Effect.gen(function* () {
      const url = yield* database
      assert.isNull(yield* Effect.provide(firstTorn(url, 300), layerWithClient({ url })))
    })
  )

  it.live("S10: and the check would tell: in two statements they are not", () =>
    Effect.gen(function* () {
      const url = yield* database
      const torn = Effect.provideService(firstTorn(url, 20_000), Statement.CurrentTransformer, inTwoStatements)
      assert.isNotNull(yield* Effect.provide(torn, layerWithClient({ url })))
    })
  )
})
