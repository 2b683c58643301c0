import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { BroadcastStore, ContactStore, Transaction } from "@rollcall/core/storage"
import { toStorageError } from "@rollcall/storage-sql"
import { DateTime, Duration, Effect, Fiber, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { layerClient } from "../src/PostgresClient.ts"
import { explainWith } from "../src/PostgresErrors.ts"
import { layer } from "../src/index.ts"
import { database, layerWithClient, newContact, newBroadcast, newWorkspace, refOf } from "./Fixture.ts"
import { databaseAt, withDatabase } from "./server/Databases.ts"
import { live, test } from "../../core/test/Suite.ts"

describe("a session", () => {
  live("is read committed, whatever its role's settings", function* () {
    const url = yield* database
    yield* withDatabase(url, (sql) =>
      Effect.gen(function* () {
        const [{ name } = { name: "" }] = yield* sql<{ name: string }>`SELECT current_database() AS name`
        const settings = ["TimeZone = 'Europe/Berlin'", "default_transaction_isolation = 'serializable'"]
        for (const setting of settings)
          yield* sql.unsafe(`ALTER ROLE CURRENT_USER IN DATABASE "${name}" SET ${setting}`)
      })
    )
    const berlin = yield* withDatabase(url, (sql) => sql`SELECT current_setting('TimeZone') AS zone`)
    assert.deepStrictEqual(berlin, [{ zone: "Europe/Berlin" }])
    const settings = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql`
          SELECT current_setting('transaction_isolation') AS isolation,
            current_setting('statement_timeout') AS timeout`
    })
    const rows = yield* Effect.provide(settings, layerWithClient({ url }))
    assert.deepStrictEqual(rows, [{ isolation: "read committed", timeout: "8s" }])
  })

  live("stores the queue's timestamps with their zone", function* () {
    const url = yield* database
    const types = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
          SELECT DISTINCT data_type AS type FROM information_schema.columns
          WHERE table_schema = 'rollcall' AND table_name = 'effect_queue' AND column_name LIKE '%_at'`
    )
    assert.deepStrictEqual(yield* Effect.provide(types, layerWithClient({ url })), [
      { type: "timestamp with time zone" }
    ])
  })
})

describe("the store's clock", () => {
  test("is the database's clock by default", function* () {
    const url = yield* database
    const now = yield* Effect.provide(
      Effect.flatMap(BroadcastStore, (store) => store.now),
      layer({ url })
    )
    assert.isAbove(DateTime.toEpochMillis(now), Date.UTC(2025, 0, 1))
  })

  test("is the process's clock if the option is set", function* () {
    const url = yield* database
    const now = yield* Effect.provide(
      Effect.flatMap(BroadcastStore, (store) => store.now),
      layer({ url, clock: "process" })
    )
    assert.strictEqual(DateTime.toEpochMillis(now), 0)
  })
})

describe("a statement that takes too long", () => {
  live("is Unavailable after its timeout", function* () {
    const url = yield* database
    const error = yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* Effect.flip(sql`SELECT pg_sleep(10)`)
      }),
      layerWithClient({ url, statementTimeout: "500 millis" })
    )
    assert.strictEqual(toStorageError(error, explainWith("the URL")).reason, "Unavailable")
  })

  live("is Unavailable if a row stays locked, and the next call succeeds", function* () {
    const url = yield* database
    yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        const store = yield* BroadcastStore
        const workspace = yield* newWorkspace
        const broadcast = yield* newBroadcast(workspace)
        const record = { fingerprint: "a", response: "{}" }
        yield* store.stage(broadcast, [], Duration.minutes(1))
        const publish = run(store.publish(refOf(broadcast), { key: "key", record }))
        const error = yield* withDatabase(url, (other) =>
          other
            .withTransaction(
              Effect.andThen(
                other`INSERT INTO rollcall.idempotency_keys VALUES (${workspace}, 'key', 'b', '{}')`,
                Effect.flip(publish)
              )
            )
            .pipe(Effect.tap(() => other`DELETE FROM rollcall.idempotency_keys`))
        )
        assert.instanceOf(error, StorageError)
        assert.strictEqual(error.reason, "Unavailable")
        yield* publish
        assert.strictEqual((yield* sql`SELECT fingerprint FROM rollcall.idempotency_keys`).length, 1)
      }),
      layerWithClient({ url, statementTimeout: "500 millis" })
    )
  })
})

describe("an interrupted statement", () => {
  live("ends on the server, also in a transaction, and the next one succeeds", function* () {
    const url = yield* database
    yield* withDatabase(url, (other) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const sleepers = other<{ pid: number }>`
            SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`
        const until = (count: number) =>
          Effect.repeat(sleepers, { until: ({ length }) => length === count, schedule: Schedule.spaced("10 millis") })
        const sleep = sql`SELECT pg_sleep(60)`
        for (const statement of [sleep, sql.withTransaction(sleep)]) {
          const fiber = yield* Effect.forkChild(statement, { startImmediately: true })
          yield* until(1)
          yield* Fiber.interrupt(fiber)
          yield* until(0)
        }
        assert.strictEqual((yield* sql`SELECT 1`).length, 1)
      }).pipe(Effect.provide(layerClient({ url, maxConnections: 1, statementTimeout: "1 minute" })))
    )
  })
})

describe("a terminated session", () => {
  live("is replaced if it is idle, and no statement fails", function* () {
    const url = yield* database
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pidOf = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
      const [{ pid } = { pid: 0 }] = yield* pidOf
      yield* withDatabase(url, (other) => other`SELECT pg_terminate_backend(${pid}::int, 5000)`)
      assert.notDeepEqual(yield* pidOf, [{ pid }])
    }).pipe(Effect.provide(layerClient({ url, maxConnections: 1 })))
  })

  live("fails with Unavailable, and its transaction is rolled back", function* () {
    const url = yield* database
    yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        const store = yield* ContactStore
        const workspace = yield* newWorkspace
        const contact = yield* newContact(workspace, { email: "ada@example.com" })
        const cutOff = Effect.gen(function* () {
          yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
          const [{ pid } = { pid: 0 }] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
          yield* withDatabase(url, (other) => other`SELECT pg_terminate_backend(${pid}::int, 5000)`)
          return yield* store.find(workspace, contact.uuid)
        })
        const error = yield* Effect.flip(run(cutOff))
        assert.instanceOf(error, StorageError)
        assert.strictEqual(error.reason, "Unavailable")
        assert.deepStrictEqual(yield* store.find(workspace, contact.uuid), Option.none())
        yield* run(store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] }))
        assert.deepStrictEqual(yield* store.find(workspace, contact.uuid), Option.some(contact))
      }),
      layerWithClient({ url, maxConnections: 1 })
    )
  })
})

describe("a database that cannot be opened", () => {
  live("is NotReady and away if nothing listens at its address", function* () {
    const closedPort = Redacted.make("postgres://postgres:secret@127.0.0.1:1/postgres")
    const error = yield* Effect.flip(Effect.scoped(Layer.build(layer({ url: closedPort }))))
    assert.strictEqual(error.reason, "NotReady")
    assert.isTrue(error._tag === "StorageError" && error.isAway)
    assert.match(error.message, /127\.0\.0\.1:1\. Start the server, or change the address of the database\.$/)
  })

  live.each(["localhost", "postgres://ada:open sesame@[::/clinic", "mysql://ada:secret@localhost/clinic"])(
    "is rejected without the password if its address is no Postgres URL: %s",
    function* (url) {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer({ url: Redacted.make(url) }))))
      assert.strictEqual(error.reason, "WrongSetting")
      assert.match(error.message, /^the address of the database is not a URL of Postgres: use postgres:\/\/user:/)
      assert.notMatch(JSON.stringify([error, String(error)]), /secret|sesame/)
    }
  )

  live("is NotReady if it does not exist, and the error does not contain the password", function* () {
    const url = new URL(Redacted.value(databaseAt(Redacted.value(yield* database), "no_such_database")))
    url.password ||= "open sesame"
    const error = yield* Effect.flip(Effect.scoped(Layer.build(layer({ url: Redacted.make(url.href) }))))
    assert.strictEqual(error.reason, "NotReady")
    assert.match(error.message, /"no_such_database" does not exist \(3D000\)\. Create it, or change the address/)
    assert.notInclude(JSON.stringify([error, String(error), error.cause]), decodeURIComponent(url.password))
  })
})
