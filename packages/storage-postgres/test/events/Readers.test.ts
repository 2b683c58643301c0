import { assert, describe } from "@effect/vitest"
import { ContactUuid, type Storage, type WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { EventStore, nameEvent, Transaction } from "@rollcall/core/storage"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { anotherPool, copyOf, layerWithClient, migrate, newWorkspace } from "../Fixture.ts"
import { live } from "../../../core/test/Suite.ts"

const append = (pool: Context.Context<Storage>, workspaceUuid: WorkspaceUuid) =>
  Effect.flatMap(nextId, (id) =>
    Context.get(pool, EventStore).append([
      nameEvent({ type: "contact.created", workspaceUuid, contactUuid: ContactUuid.make(id) })
    ])
  )

/** How many events a reader finds after a cursor, and where they end. */
const read = Effect.fnUntraced(function* (
  pool: Context.Context<Storage>,
  workspace: WorkspaceUuid,
  after: string | null = null
) {
  const reading = yield* Context.get(pool, EventStore).read(workspace, { after, types: null, limit: 100 })
  if (reading._tag !== "Read") return assert.fail(`the cursor is ${reading._tag}`)
  return { count: reading.events.length, next: reading.next, hasMore: reading.hasMore }
})

describe("readers of events", () => {
  live("E2: in a long transaction that assigns positions block no writer and no other reader", function* () {
    const url = yield* copyOf("migrated", migrate)
    const timeouts = { statementTimeout: "2 seconds", maxConnections: 1 } as const
    const [long, other] = [yield* anotherPool(url, timeouts), yield* anotherPool(url, timeouts)]
    const workspace = yield* newWorkspace
    yield* append(other, workspace)
    const { next } = yield* read(other, workspace)
    yield* append(other, workspace)
    const inside = Effect.gen(function* () {
      assert.strictEqual((yield* read(long, workspace, next)).count, 1)
      yield* append(other, workspace)
      assert.deepStrictEqual(yield* read(other, workspace, next), { count: 0, next, hasMore: false })
      return yield* Effect.fail("refused")
    })
    yield* Effect.flip(Context.get(long, Transaction).run(inside))
    // What that one gave is undone with it.
    const after = yield* read(other, workspace, next)
    assert.strictEqual(after.count, 2)
    assert.strictEqual((yield* read(long, workspace, after.next)).count, 0)
  })

  live(
    "E2: write nothing if there is nothing new, and without write access read the events with positions",
    function* () {
      const url = yield* copyOf("migrated", migrate)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pool = yield* Effect.context<Storage>()
        const workspace = yield* newWorkspace
        yield* append(pool, workspace)
        const { next } = yield* read(pool, workspace)
        const written = Effect.gen(function* () {
          assert.strictEqual((yield* read(pool, workspace, next)).count, 0)
          yield* Context.get(pool, EventStore).end(workspace)
          return yield* sql`SELECT pg_current_xact_id_if_assigned() AS number`
        })
        assert.deepStrictEqual(yield* sql.withTransaction(written), [{ number: null }])
        yield* append(pool, workspace)
        const readOnly = Effect.andThen(sql`SET TRANSACTION READ ONLY`, read(pool, workspace))
        assert.strictEqual((yield* sql.withTransaction(readOnly)).count, 1)
        assert.strictEqual((yield* read(pool, workspace)).count, 2)
      }).pipe(Effect.provide(layerWithClient({ url })))
    }
  )
})
