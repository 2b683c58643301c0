import { assert, describe, it } from "@effect/vitest"
import type { Contact, RollcallEvent, WorkspaceUuid, Storage } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, EventStore, Transaction } from "@rollcall/core/storage"
import { Context, Deferred, Effect, Fiber, Random } from "effect"
import { anotherPool, database, newContact, newWorkspace } from "../Fixture.ts"

const writers = 64
const rounds = 4
const shared = 16

/** Archives the contact or restores it, so that two events of it in a row are never of one type. */
const toggle = Effect.fnUntraced(function* (pool: Context.Context<Storage>, { uuid, workspaceUuid }: Contact) {
  const store = Context.get(pool, ContactStore)
  const [contact] = yield* store.lock(workspaceUuid, [uuid])
  if (contact === undefined) return assert.fail("the contact is not there")
  const archived = !contact.archived
  const type = archived ? "contact.archived" : "contact.unarchived"
  yield* store.save({ created: [], changed: [contactWrite(digitForms, type, { ...contact, archived })] })
})

/** Up to 200 ms in all, before and after the change; some write before they wait, and some roll back. */
const transact = Effect.fnUntraced(function* (pool: Context.Context<Storage>, contacts: ReadonlyArray<Contact>) {
  const contact = contacts[yield* Random.nextIntBetween(0, contacts.length)]
  if (contact === undefined) return 0
  const before = yield* Random.nextIntBetween(0, 100)
  const after = yield* Random.nextIntBetween(0, 100)
  const [isEarly, fails] = [yield* Random.nextBoolean, (yield* Random.next) < 0.2]
  const another = yield* newContact(contact.workspaceUuid, { email: "eve@example.org" })
  const work = Effect.gen(function* () {
    if (isEarly)
      yield* Context.get(pool, ContactStore).save({
        created: [contactWrite(digitForms, "contact.created", another)],
        changed: []
      })
    yield* Effect.sleep(before)
    yield* toggle(pool, contact)
    yield* Effect.sleep(after)
    if (fails) yield* Effect.fail("refused")
  })
  yield* Effect.catchIf(
    Context.get(pool, Transaction).run(work),
    (error) => error === "refused",
    () => Effect.void
  )
  return fails ? 0 : isEarly ? 2 : 1
})

/** Reads on and on, until there are as many events as were committed in the end. */
const consume = Effect.fnUntraced(function* (
  pool: Context.Context<Storage>,
  workspace: WorkspaceUuid,
  committed: Deferred.Deferred<number>
) {
  const store = Context.get(pool, EventStore)
  const events: Array<RollcallEvent> = []
  let after: string | null = null
  for (let idle = 0; idle < 400; idle++) {
    const reading: Effect.Success<ReturnType<typeof store.read>> = yield* store.read(workspace, {
      after,
      types: null,
      limit: 10
    })
    if (reading._tag !== "Read") return assert.fail(`the cursor is ${reading._tag}`)
    events.push(...reading.events)
    after = reading.next
    const isDone = yield* Deferred.isDone(committed)
    if (isDone && events.length >= (yield* Deferred.await(committed))) break
    if (!isDone || reading.hasMore) idle = 0
    yield* Effect.sleep("5 millis")
  }
  return events
})

describe("events of 64 concurrent writers", () => {
  it.live("E2, E3: are each read once by three readers, and each contact's events in order", () =>
    Effect.gen(function* () {
      const url = yield* database
      const workspace = yield* newWorkspace
      const pool = yield* anotherPool(url, { maxConnections: writers, statementTimeout: "30 seconds" })
      const readers = yield* Effect.replicateEffect(anotherPool(url, { maxConnections: 1 }), 3)
      const contacts = yield* Effect.replicateEffect(newContact(workspace, { email: "ada@example.org" }), shared)
      yield* Context.get(pool, ContactStore).save({
        created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
        changed: []
      })
      const committed = yield* Deferred.make<number>()
      const consumers = yield* Effect.forEach(readers, (reader) =>
        Effect.forkChild(consume(reader, workspace, committed))
      )
      const write = Effect.replicateEffect(transact(pool, contacts), rounds)
      const counts = yield* Effect.forEach(Array.from({ length: writers }), () => write, { concurrency: "unbounded" })
      const expected = shared + counts.flat().reduce<number>((sum, count) => sum + count, 0)
      yield* Deferred.succeed(committed, expected)
      const [events = [], ...others] = yield* Effect.forEach(consumers, Fiber.join)
      assert.strictEqual(events.length, expected)
      assert.strictEqual(new Set(events.map(({ cursor }) => cursor)).size, expected)
      // All readers see an event at the place that one of them gave it.
      for (const seen of others) assert.deepStrictEqual(seen, events)
      for (const { uuid } of contacts) {
        const types = events.flatMap((event) =>
          "contactUuid" in event && event.contactUuid === uuid ? [event.type] : []
        )
        const inTurn = types.map((_, n) => (n === 0 ? "created" : n % 2 === 1 ? "archived" : "unarchived"))
        assert.deepStrictEqual(
          types,
          inTurn.map((type) => `contact.${type}`)
        )
      }
    }).pipe(Random.withSeed(12))
  )
})
