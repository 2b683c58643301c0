import { assert, describe } from "@effect/vitest"
import { ContactUuid, type Storage, type WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { EventStore, nameEvent, type NewEvent } from "@rollcall/core/storage"
import { Context, Duration, Effect, type Redacted, Schema } from "effect"
import { anotherPool, copyOf, database, migrate, newWorkspace } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"
import { live } from "../../../core/test/Suite.ts"

const newEvent = (workspaceUuid: WorkspaceUuid) =>
  Effect.map(nextId, (id): NewEvent & { readonly contactUuid: ContactUuid } => {
    const contactUuid = ContactUuid.make(id)
    return { ...nameEvent({ type: "contact.created", workspaceUuid, contactUuid }), contactUuid }
  })

/** Appends an event in a transaction of its own, and returns its contact. */
const append = Effect.fnUntraced(function* (pool: Context.Context<Storage>, workspace: WorkspaceUuid) {
  const event = yield* newEvent(workspace)
  yield* Context.get(pool, EventStore).append([event])
  return event.contactUuid
})

const read = Effect.fnUntraced(function* (
  pool: Context.Context<Storage>,
  workspace: WorkspaceUuid,
  after: string | null = null
) {
  const reading = yield* Context.get(pool, EventStore).read(workspace, { after, types: null, limit: 100 })
  if (reading._tag !== "Read") return yield* Effect.die(new Error(`The cursor is ${reading._tag}`))
  return {
    next: reading.next,
    contacts: reading.events.flatMap((event) => ("contactUuid" in event ? [event.contactUuid] : [])),
    cursors: reading.events.map(({ cursor }) => cursor)
  }
})

const tables = ["events", "event_batches", "event_counters", "event_positions", "event_removals"]
const decodeRows = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ rows: Schema.String })]))
const decodeLast = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ last: Schema.String })]))

/** Copies rows and the sequence to a migrated database, as a dump of rows alone does. */
const restored = Effect.fnUntraced(function* (from: Redacted.Redacted) {
  const to = yield* copyOf("migrated", migrate)
  yield* withDatabase(from, (old) =>
    withDatabase(to, (sql) =>
      Effect.gen(function* () {
        for (const table of tables) {
          const [{ rows }] = yield* Effect.flatMap(
            old.unsafe(`SELECT coalesce(json_agg(${table}), '[]')::text AS rows FROM ${table}`),
            decodeRows
          )
          yield* sql.unsafe(
            `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
            [rows]
          )
        }
        const [{ last }] = yield* Effect.flatMap(
          old`SELECT last_value::text AS last FROM events_sequence_seq`,
          decodeLast
        )
        yield* sql`SELECT setval('events_sequence_seq', ${last}::bigint)`
      })
    )
  )
  return to
})

describe("events in a database restored to another cluster", () => {
  live("E2: keep their cursors, and new events follow them", function* () {
    const url = yield* database
    const workspace = yield* newWorkspace
    const before = yield* anotherPool(url)
    const seen = [yield* append(before, workspace), yield* append(before, workspace)]
    const first = yield* read(before, workspace)
    assert.deepStrictEqual(first.contacts, seen)
    const unseen = yield* append(before, workspace)
    const after = yield* anotherPool(yield* restored(url))
    // What had no reader before the dump.
    const next = yield* read(after, workspace, first.next)
    assert.deepStrictEqual(next.contacts, [unseen])
    const written = yield* append(after, workspace)
    const last = yield* read(after, workspace, next.next)
    assert.deepStrictEqual(last.contacts, [written])
    const all = yield* read(after, workspace)
    assert.deepStrictEqual(all.contacts, [...seen, unseen, written])
    assert.deepStrictEqual(all.cursors.slice(0, 2), first.cursors)
    // One of a time that the restored database has not reached.
    const lost = yield* Context.get(before, EventStore).read(workspace, { after: last.next, types: null, limit: 1 })
    assert.strictEqual(lost._tag, "Unknown")
  })

  live("E4: follow those removed before the dump", function* () {
    const url = yield* database
    const workspace = yield* newWorkspace
    const before = yield* anotherPool(url)
    yield* append(before, workspace)
    const old = yield* read(before, workspace)
    yield* append(before, workspace)
    yield* Effect.sleep("5 millis")
    const removed = yield* Context.get(before, EventStore).prune({ keepFor: Duration.zero, limit: 10 })
    assert.strictEqual(removed, 2)
    const after = yield* anotherPool(yield* restored(url))
    const young = yield* append(after, workspace)
    assert.deepStrictEqual((yield* read(after, workspace)).contacts, [young])
    const gap = yield* Context.get(after, EventStore).read(workspace, { after: old.next, types: null, limit: 1 })
    assert.strictEqual(gap._tag, "Removed")
  })
})
