import { assert, describe, it } from "@effect/vitest"
import { ContactUuid } from "@rollcall/core"
import { newestFirst } from "@rollcall/core/contacts"
import { allOf, withoutLimits } from "@rollcall/core/search"
import { ContactStore } from "@rollcall/core/storage"
import type { Migrations } from "@rollcall/storage-sql"
import { Context, Effect, Fiber, Redacted } from "effect"
import { inject } from "vitest"
import {
  changesOf,
  levelOf,
  migrationsOf,
  readLevels,
  type ReleasedLevel
} from "../../storage-sql/test/released/ReleasedLevels.ts"
import { migrations } from "../src/PostgresStorage.ts"
import { anotherPool, database, newWorkspace } from "./Fixture.ts"
import { schemaOf } from "./SchemaDump.ts"
import { withDatabase } from "./server/Databases.ts"
import { migrateWith, releasedLevels, schemaMadeBy } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

const released = readLevels(releasedLevels)
const uuid = ContactUuid.make("00000000-0000-4000-8000-000000000001")
const schemaOfNew = (made: Migrations) => schemaMadeBy(inject("postgresUrl"), made)

/**
 * A database of a level with a contact has the newest schema once the migrations that it lacks have run, and still its
 * contact. The contact is written with columns that all levels have.
 */
const upgrade = Effect.fnUntraced(function* (level: ReleasedLevel, newest: Migrations) {
  const url = yield* database
  yield* migrateWith(url, migrationsOf(level, newest))
  assert.deepStrictEqual(yield* schemaOf(url), level.schema)
  const workspace = yield* newWorkspace
  const contact = { workspace_uuid: workspace, uuid, email: "Ada@Example.org", email_key: "ada@example.org" }
  yield* withDatabase(
    url,
    (sql) => sql`INSERT INTO contacts ${sql.insert({ ...contact, archived: 0, created_at: 0, updated_at: 0 })}`
  )
  const run = yield* migrateWith(url, newest)
  assert.deepStrictEqual(run, Object.keys(newest).slice(level.migrations.length))
  assert.deepStrictEqual(yield* schemaOf(url), yield* schemaOfNew(newest))
  const kept = yield* withDatabase(url, (sql) => sql`SELECT email, email_key FROM contacts`)
  assert.deepStrictEqual(kept, [{ email: contact.email, email_key: contact.email_key }])
  return { url, workspace }
})

/** The level of the migrations that there are, as if they were released, and a list that has another one after them. */
const later = { ...migrations, "9000_nicknames": ["ALTER TABLE contacts ADD COLUMN nickname text DEFAULT 'Addie'"] }
const frozen = Effect.map(schemaOfNew(migrations), (schema) => levelOf("0.9.0", migrations, schema))

it("no migration of a released level has changed", () => {
  assert.deepStrictEqual(changesOf(released, migrations), [])
})

describe("a database of a released level", () => {
  live.each(released.map((level) => [level.release, level] as const))(
    "is upgraded from %s and starts, with its contact",
    function* ([, level]) {
      const { url, workspace } = yield* upgrade(level, migrations)
      const store = Context.get(yield* anotherPool(url), ContactStore)
      const query = { condition: allOf([]), sort: newestFirst }
      const { items, total } = yield* store.search(workspace, query, { limit: 1, offset: 0 }, withoutLimits)
      assert.deepStrictEqual([items[0]?.uuid, total], [uuid, 1])
    }
  )

  live("is upgraded by a migration that is added after it was released", function* () {
    const level = yield* frozen
    assert.deepStrictEqual(changesOf([level], later), [])
    const { url } = yield* upgrade(level, later)
    const given = yield* withDatabase(url, (sql) => sql`SELECT nickname FROM contacts`)
    assert.deepStrictEqual(given, [{ nickname: "Addie" }])
  })

  live("is upgraded in a schema of the host", function* () {
    const url = yield* database
    yield* migrateWith(url, migrations, "clinic")
    assert.deepStrictEqual(yield* migrateWith(url, later, "clinic"), ["9000_nicknames"])
    const tables = yield* withDatabase(
      url,
      (sql) => sql`SELECT table_schema FROM information_schema.columns WHERE column_name = 'nickname'`
    )
    assert.deepStrictEqual(tables, [{ table_schema: "clinic" }])
  })

  live("is upgraded once by two processes that start at the same time", function* () {
    const url = yield* database
    yield* migrateWith(url, migrations)
    const starts = yield* Effect.all([migrateWith(url, later), migrateWith(url, later)], { concurrency: "unbounded" })
    assert.deepStrictEqual(starts.flat(), ["9000_nicknames"])
    assert.deepStrictEqual(yield* schemaOf(url), yield* schemaOfNew(later))
  })

  live("is as it was when a process is killed in the middle of a migration, and is upgraded then", function* () {
    const level = yield* frozen
    const url = yield* database
    yield* migrateWith(url, migrations)
    const [added = ""] = later["9000_nicknames"]
    const slow = { ...migrations, "9000_nicknames": [added, "SELECT pg_sleep(600)"] }
    const running = yield* Effect.forkChild(Effect.exit(migrateWith(url, slow)), { startImmediately: true })
    const name = new URL(Redacted.value(url)).pathname.slice(1)
    const kill = withDatabase(
      url,
      (sql) => sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = ${name} AND query = 'SELECT pg_sleep(600)'`
    )
    yield* Effect.repeat(kill, { until: ({ length }) => length === 1 })
    assert.strictEqual((yield* Fiber.join(running))._tag, "Failure")
    assert.deepStrictEqual(yield* schemaOf(url), level.schema)
    assert.deepStrictEqual(yield* migrateWith(url, later), ["9000_nicknames"])
    assert.deepStrictEqual(yield* schemaOf(url), yield* schemaOfNew(later))
  })
})
