import { assert, describe, it } from "@effect/vitest"
import { ContactStore } from "@rollcall/core/storage"
import { Context, Effect } from "effect"
import { anotherPool, database, newContact, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"

describe("what the index of trigrams keeps for later", () => {
  it.live("is emptied when the indexes are maintained", () =>
    Effect.gen(function* () {
      const url = yield* database
      const store = Context.get(yield* anotherPool(url), ContactStore)
      const workspace = yield* newWorkspace
      const write = Effect.gen(function* () {
        const contact = yield* newContact(workspace, { email: "ada@example.com" })
        yield* store.save({ created: [{ contact, changes: [] }], changed: [] })
      })
      /** How many pages are left, which this empties too. */
      const left = withDatabase(
        url,
        (sql) => sql`SELECT gin_clean_pending_list('rollcall.contacts_by_trigram')::int AS pages`
      )
      yield* write
      assert.deepStrictEqual(yield* left, [{ pages: 1 }])
      yield* write
      yield* store.maintainIndexes
      assert.deepStrictEqual(yield* left, [{ pages: 0 }])
    })
  )

  it.live("is left for later, without an error, where it cannot be emptied in time", () =>
    Effect.gen(function* () {
      const url = yield* database
      const store = Context.get(yield* anotherPool(url), ContactStore)
      const failure = yield* withDatabase(url, (sql) =>
        Effect.gen(function* () {
          // Who drops an index locks it until the transaction ends.
          yield* sql`DROP INDEX rollcall.contacts_by_trigram`
          yield* store.maintainIndexes
          return yield* Effect.fail("rolled back")
        }).pipe(sql.withTransaction, Effect.flip)
      )
      assert.strictEqual(failure, "rolled back")
    })
  )
})
