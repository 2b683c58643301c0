import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type Upgraded, upgradeSuite } from "../../storage-sql/test/released/UpgradeSuite.ts"
import { layer } from "../src/index.ts"
import { migrations } from "../src/PostgresStorage.ts"
import { database } from "./Fixture.ts"
import { schemaOf } from "./SchemaDump.ts"
import { withDatabase } from "./server/Databases.ts"
import { migrateWith, releasedLevels } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

const at = (url: Redacted.Redacted): Upgraded => ({
  migrate: (made) => migrateWith(url, made),
  schema: schemaOf(url),
  run: (statements) => withDatabase(url, (sql) => Effect.provideService(statements, SqlClient.SqlClient, sql)),
  storage: layer({ url })
})

const { frozen, later, schemaMadeBy } = upgradeSuite(releasedLevels, migrations, Effect.map(database, at))

describe("a database of a released level", () => {
  live("is upgraded in the host's schema", function* () {
    const url = yield* database
    yield* migrateWith(url, migrations, "clinic")
    assert.deepStrictEqual(yield* migrateWith(url, later, "clinic"), ["9000_nicknames"])
    const tables = yield* withDatabase(
      url,
      (sql) => sql`SELECT table_schema FROM information_schema.columns WHERE column_name = 'nickname'`
    )
    assert.deepStrictEqual(tables, [{ table_schema: "clinic" }])
  })

  live("is upgraded once by two processes that start concurrently", function* () {
    const url = yield* database
    yield* migrateWith(url, migrations)
    const starts = yield* Effect.all([migrateWith(url, later), migrateWith(url, later)], { concurrency: "unbounded" })
    assert.deepStrictEqual(starts.flat(), ["9000_nicknames"])
    assert.deepStrictEqual(yield* schemaOf(url), yield* schemaMadeBy(later))
  })

  live("is unchanged when a process is killed during a migration, and is upgraded later", function* () {
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
    assert.deepStrictEqual(yield* schemaOf(url), yield* schemaMadeBy(later))
  })
})
