import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Context, Effect, type Redacted } from "effect"
import { anotherPool, database, newContact, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"
import { live } from "../../core/test/Suite.ts"

/** How many pages the index of contacts has left for later, which this empties too. */
const leftIn = (url: Redacted.Redacted) =>
  withDatabase(
    url,
    (sql) => sql<{ pages: number }>`SELECT gin_clean_pending_list('rollcall.contacts_by_trigram')::int AS pages`
  ).pipe(Effect.map(([row]) => row?.pages ?? 0))

/** A text in which few trigrams occur twice. */
const textOf = (characters: number) =>
  Array.from({ length: characters }, (_, index) => ((index * index * 7919) % 1_679_616).toString(36))
    .join("")
    .slice(0, characters)

const start = Effect.gen(function* () {
  const url = yield* database
  const store = Context.get(yield* anotherPool(url), ContactStore)
  const workspace = yield* newWorkspace
  /** Writes contacts with texts of 1,000 characters, and finds one of them, which reads what is left. */
  const write = Effect.fnUntraced(function* (count: number, text: string = textOf(1_000)) {
    const contacts = yield* Effect.replicateEffect(newContact(workspace, { firstName: text }), count)
    yield* store.save({
      created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
      changed: []
    })
  })
  return { url, store, write, left: leftIn(url) }
})

// Each has a database of its own; one waits for a lock.
describe.concurrent("the trigram index's pending list", () => {
  live("is emptied when the indexes are maintained", function* () {
    const { left, store, write } = yield* start
    yield* write(1, "ada")
    assert.strictEqual(yield* left, 1)
    yield* write(1, "ada")
    yield* store.maintainIndexes("any")
    assert.strictEqual(yield* left, 0)
  })

  live(
    "is not emptied by writers, but in the background if it is long, and by imports only if it is twice as long",
    function* () {
      const { left, store, write } = yield* start
      yield* Effect.repeat(write(100), { times: 4 })
      yield* store.maintainIndexes("much")
      // More than the 4 MiB after which an insert emptied it.
      assert.isAbove(yield* left, 512)
      yield* Effect.repeat(write(100), { times: 4 })
      yield* store.maintainIndexes("excess")
      assert.isAbove(yield* left, 1_024)
      yield* store.maintainIndexes("much")
      assert.strictEqual(yield* left, 0)
      yield* Effect.repeat(write(100), { times: 18 })
      yield* store.maintainIndexes("excess")
      assert.strictEqual(yield* left, 0)
    }
  )

  live("is left for later, without an error, while the index is locked", function* () {
    const { store, url } = yield* start
    const failure = yield* withDatabase(url, (sql) =>
      Effect.gen(function* () {
        // Who drops an index locks it until the transaction ends.
        yield* sql`DROP INDEX rollcall.contacts_by_trigram`
        yield* store.maintainIndexes("any")
        return yield* Effect.fail("rolled back")
      }).pipe(sql.withTransaction, Effect.flip)
    )
    assert.strictEqual(failure, "rolled back")
  })
})
