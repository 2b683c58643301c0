import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Context, Duration, Effect, Fiber, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseNotReady, layer, type PostgresOptions } from "../../src/index.ts"
import { layerClient } from "../../src/PostgresClient.ts"
import { settingNames } from "../../src/SessionSettings.ts"
import { copyOf, database, migrate, newContact, newWorkspace } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"
import { lacksPooler, pgBouncer } from "./PgBouncer.ts"
import { live } from "../../../core/test/Suite.ts"

const migrated = copyOf("migrated", migrate)

/** How a start is refused. It has to be at once, and not after the minute of a database that is down. */
const refusal = Effect.fnUntraced(function* (options: PostgresOptions) {
  const error = yield* Effect.scoped(Layer.build(layer(options))).pipe(Effect.flip, Effect.timeout("20 seconds"))
  if (!(error instanceof DatabaseNotReady)) return assert.fail(String(error))
  return [error.reason, error.message]
})

/** Runs with the client of a store on a pooler. */
const withClient = <A, E>(
  options: Omit<PostgresOptions, "pooled">,
  use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>
) => Effect.flatMap(SqlClient.SqlClient, use).pipe(Effect.provide(layerClient({ ...options, pooled: true })))

const remedy =
  "If this is a pooler, set the option pooled (ROLLCALL_DATABASE_POOLED=true), or use the address of the database itself"

/** The statements that run on the server until the scope of the test ends, but those that ask for them. */
const sleeping = (url: Redacted.Redacted) =>
  withDatabase(
    url,
    (sql) => sql`
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`
  )

describe.skipIf(lacksPooler)("a store without the option pooled", () => {
  live("is rejected at once, with the parameter that the pooler rejects", function* () {
    const url = yield* pgBouncer(yield* migrated)
    const why = "unsupported startup parameter: default_transaction_isolation"
    assert.deepStrictEqual(yield* refusal({ url }), [
      "WrongSetting",
      `the server does not apply the setting default_transaction_isolation (${why}). ${remedy}`
    ])
  })

  live("is rejected if the pooler ignores a parameter", function* () {
    const url = yield* pgBouncer(yield* migrated, { ignore_startup_parameters: settingNames.join() })
    assert.deepStrictEqual(yield* refusal({ url }), [
      "WrongSetting",
      `the server does not apply the setting idle_in_transaction_session_timeout (it is 0). ${remedy}`
    ])
  })
})

describe.skipIf(lacksPooler)("a store with the option pooled", () => {
  live("runs the migrations through the pooler, once for several concurrent starts", function* () {
    const url = yield* pgBouncer(yield* database)
    const start = Layer.build(Layer.fresh(layer({ url, pooled: true })))
    const [first, second] = yield* Effect.all([start, start], { concurrency: "unbounded" })
    const workspace = yield* newWorkspace
    const contact = yield* newContact(workspace, { firstName: "Ada" })
    const write = contactWrite(digitForms, "contact.created", contact)
    yield* Context.get(first, ContactStore).save({ created: [write], changed: [] })
    assert.deepStrictEqual(yield* Context.get(second, ContactStore).find(workspace, contact.uuid), Option.some(contact))
  })

  live("is rejected if the URL has a parameter that the pooler rejects", function* () {
    const url = new URL(Redacted.value(yield* pgBouncer(yield* migrated)))
    url.searchParams.set("options", "-c jit=off")
    assert.deepStrictEqual(yield* refusal({ url: Redacted.make(url.href), pooled: true }), [
      "WrongSetting",
      "the pooler does not accept the parameter options of the URL (unsupported startup parameter: options): leave it out"
    ])
  })

  live("is rejected if the role begins transactions with another isolation level", function* () {
    const direct = yield* migrated
    const name = new URL(Redacted.value(direct)).pathname.slice(1)
    yield* withDatabase(direct, (sql) =>
      sql.unsafe(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`)
    )
    const [reason, message = ""] = yield* refusal({ url: yield* pgBouncer(direct), pooled: true })
    assert.strictEqual(reason, "WrongSetting")
    assert.include(message, `transactions are "serializable"`)
    assert.include(message, "SET default_transaction_isolation = 'read committed';")
  })

  live("has its settings in transactions, and leaves the server's session unchanged", function* () {
    const direct = yield* migrated
    const url = yield* pgBouncer(direct, { default_pool_size: "1" })
    const settings = (sql: SqlClient.SqlClient) => sql<{ name: string; setting: string }>`
      SELECT name, setting FROM pg_settings WHERE name = ANY (${[...settingNames, "transaction_isolation"]})
      ORDER BY name COLLATE "C"`
    const other = yield* withDatabase(direct, settings)
    yield* withClient({ url, statementTimeout: "5 seconds" }, (sql) =>
      Effect.gen(function* () {
        const inside = yield* sql.withTransaction(settings(sql))
        assert.deepInclude(inside, { name: "statement_timeout", setting: "5000" })
        assert.deepInclude(inside, { name: "idle_in_transaction_session_timeout", setting: "60000" })
        assert.deepInclude(inside, { name: "jit", setting: "off" })
        assert.deepInclude(inside, { name: "max_parallel_workers_per_gather", setting: "0" })
        assert.deepInclude(inside, { name: "transaction_isolation", setting: "read committed" })
        assert.deepStrictEqual(yield* settings(sql), other)
        assert.deepStrictEqual(yield* sql`SELECT name FROM pg_prepared_statements`, [])
      })
    )
  })

  live("ends a statement outside a transaction at its deadline, on the server too", function* () {
    const direct = yield* migrated
    const url = yield* pgBouncer(direct)
    yield* withClient({ url, statementTimeout: "300 millis", maxConnections: 1 }, (sql) =>
      Effect.gen(function* () {
        for (const sleep of [sql`SELECT pg_sleep(20)`, sql.withTransaction(sql`SELECT pg_sleep(20)`)]) {
          const [took, error] = yield* Effect.timed(Effect.flip(sleep))
          assert.strictEqual(error.reason._tag, "StatementTimeoutError")
          assert.isBelow(Duration.toSeconds(took), 15)
          assert.deepStrictEqual(yield* sleeping(direct), [])
          assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
        }
      })
    )
  })

  live("cancels an interrupted statement", function* () {
    const direct = yield* migrated
    const url = yield* pgBouncer(direct)
    yield* withClient({ url, maxConnections: 1 }, (sql) =>
      Effect.gen(function* () {
        for (const sleep of [sql`SELECT pg_sleep(20)`, sql.withTransaction(sql`SELECT pg_sleep(20)`)]) {
          const fiber = yield* Effect.forkChild(sleep)
          const isSleeping = Effect.map(sleeping(direct), ({ length }) => length > 0)
          const every = Schedule.spaced("20 millis")
          yield* Effect.repeat(isSleeping, { until: (found) => found, schedule: every, times: 200 })
          yield* Fiber.interrupt(fiber)
          yield* Effect.repeat(isSleeping, { until: (found) => !found, schedule: every, times: 100 })
          assert.deepStrictEqual(yield* sleeping(direct), [])
          assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
        }
      })
    )
  })

  live("fails a transaction without a pooler session, and continues when there is one", function* () {
    const url = yield* pgBouncer(yield* migrated, { default_pool_size: "1" })
    const holding = withClient({ url }, (sql) => sql.withTransaction(sql`SELECT pg_sleep(1.5)`))
    const fiber = yield* Effect.forkChild(holding)
    yield* Effect.sleep("300 millis")
    yield* withClient({ url, statementTimeout: "300 millis" }, (sql) =>
      Effect.gen(function* () {
        const one = sql.withTransaction(sql`SELECT 1 AS one`)
        assert.strictEqual((yield* Effect.flip(one)).reason._tag, "ConnectionError")
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* one, [{ one: 1 }])
      })
    )
  })
})
