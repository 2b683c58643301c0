import { assert, describe } from "@effect/vitest"
import { ContactUuid, type WorkspaceUuid, type Storage } from "@rollcall/core"
import { nextId } from "@rollcall/core/shared"
import { EventStore, nameEvent, type NewEvent } from "@rollcall/core/storage"
import { Context, Duration, Effect } from "effect"
import { anotherPool, database, newWorkspace } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"
import { live } from "../../../core/test/Suite.ts"

const newEvent = (workspaceUuid: WorkspaceUuid) =>
  Effect.map(nextId, (id): NewEvent & { readonly contactUuid: ContactUuid } => {
    const contactUuid = ContactUuid.make(id)
    return { ...nameEvent({ type: "contact.created", workspaceUuid, contactUuid }), contactUuid }
  })

/** Reads until there are so many events: other tests of the cluster have transactions open. */
const readAll = Effect.fnUntraced(function* (
  pool: Context.Context<Storage>,
  workspace: WorkspaceUuid,
  count: number,
  after: string | null = null
) {
  for (let round = 0; round < 1_000; round++) {
    const reading = yield* Context.get(pool, EventStore).read(workspace, { after, types: null, limit: 100 })
    if (reading._tag !== "Read") return yield* Effect.die(new Error(`The cursor is ${reading._tag}`))
    if (reading.events.length >= count) {
      return {
        next: reading.next,
        contacts: reading.events.flatMap((event) => ("contactUuid" in event ? [event.contactUuid] : []))
      }
    }
    yield* Effect.sleep("10 millis")
  }
  return yield* Effect.die(new Error("The events cannot be read"))
})

/** What a dump looks like in a cluster that has counted far fewer transactions. */
const asRestored = (table: "events" | "event_removals") =>
  table === "events"
    ? "UPDATE events SET position = position + 1000000000"
    : "UPDATE event_removals SET position = position + 1000000000"

describe("events in a database that was restored to another cluster", () => {
  live("E2: are read, and those written there come after them", function* () {
    const url = yield* database
    const workspace = yield* newWorkspace
    const [first, second, third, fourth] = yield* Effect.replicateEffect(newEvent(workspace), 4)
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) return
    const before = yield* anotherPool(url)
    yield* Context.get(before, EventStore).append([first, second])
    yield* withDatabase(url, (sql) => sql.unsafe(asRestored("events")))
    const after = yield* anotherPool(url)
    const restored = yield* readAll(after, workspace, 2)
    assert.deepStrictEqual(restored.contacts, [first.contactUuid, second.contactUuid])
    yield* Context.get(after, EventStore).append([third])
    const later = yield* readAll(after, workspace, 1, restored.next)
    assert.deepStrictEqual(later.contacts, [third.contactUuid])
    // Starting again moves nothing.
    const again = yield* anotherPool(url)
    yield* Context.get(again, EventStore).append([fourth])
    assert.deepStrictEqual((yield* readAll(again, workspace, 1, later.next)).contacts, [fourth.contactUuid])
  })

  live("E4: come after those that were removed before the dump", function* () {
    const url = yield* database
    const workspace = yield* newWorkspace
    const [old, young] = yield* Effect.replicateEffect(newEvent(workspace), 2)
    if (old === undefined || young === undefined) return
    const before = yield* anotherPool(url)
    yield* Context.get(before, EventStore).append([old])
    yield* Effect.sleep("5 millis")
    const removed = yield* Context.get(before, EventStore).prune({ keepFor: Duration.zero, limit: 10 })
    assert.strictEqual(removed, 1)
    yield* withDatabase(url, (sql) => sql.unsafe(asRestored("event_removals")))
    const after = yield* anotherPool(url)
    yield* Context.get(after, EventStore).append([young])
    assert.deepStrictEqual((yield* readAll(after, workspace, 1)).contacts, [young.contactUuid])
  })
})
