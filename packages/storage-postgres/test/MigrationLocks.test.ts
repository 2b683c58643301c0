import { assert, it } from "@effect/vitest"
import { allOf, ContactStore, newestFirst } from "@rollcall/core/storage"
import { Context, Deferred, Effect, Fiber } from "effect"
import { migrateBefore } from "./EarlierVersions.ts"
import { anotherPool, database, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"

/** How many contacts the database has. */
const contacts = 100_000

it.live("a database of 100,000 contacts is migrated beside a writer, which never waits for two seconds", () =>
  Effect.gen(function* () {
    const url = yield* database
    yield* migrateBefore(url, "0018_counts")
    const workspace = yield* newWorkspace
    const add = (from: number, to: number) =>
      withDatabase(
        url,
        (sql) => sql`
          INSERT INTO contacts (workspace_uuid, uuid, archived, created_at, updated_at)
          SELECT ${workspace}::uuid, ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 0, number, number
          FROM generate_series(${from}::bigint, ${to}::bigint) AS series(number)`
      )
    yield* add(1, contacts)
    yield* withDatabase(
      url,
      (sql) => sql`
        INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, number)
        SELECT workspace_uuid, uuid, workspace_uuid, 0, 1 FROM contacts`
    )

    const begun = yield* Deferred.make<void>()
    let written = 0
    const write = withDatabase(url, (sql) =>
      Effect.gen(function* () {
        // The server itself says whether a statement waited for longer.
        yield* sql`SET lock_timeout = '2s'`
        while (true) {
          yield* sql`UPDATE contacts SET updated_at = updated_at + 1 WHERE created_at = ${1 + (written % contacts)}`
          written += 1
          if (written === 10) yield* Deferred.succeed(begun, undefined)
        }
      })
    )
    const writer = yield* Effect.forkChild(write, { startImmediately: true })
    yield* Deferred.await(begun)
    const pool = yield* Effect.raceFirst(anotherPool(url), Fiber.join(writer))
    yield* Fiber.interrupt(writer)

    assert.isAbove(written, 10)
    const page = { limit: 1, offset: 0 }
    const found = yield* Context.get(pool, ContactStore).search(
      workspace,
      { condition: allOf([]), sort: newestFirst },
      page
    )
    assert.strictEqual(found.total, contacts)
  })
)
