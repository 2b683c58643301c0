import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { AudienceStore, ContactStore, Transaction } from "@rollcall/core/storage"
import { Effect, Layer, Option, Semaphore, Stream, String } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, SqlError, Statement } from "effect/sql"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { layerOnClient } from "../src/index.ts"
import { contactOf, temporaryFile, workspace } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

const isInput = (value: unknown): value is SQLInputValue =>
  value === null || !["object", "boolean"].includes(typeof value)

/** A client of a host over its own database, which transforms names and returns integers as BigInts. */
const layerHost = (database: DatabaseSync) => {
  const execute = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.try({
      try: () => database.prepare(sql).all(...params.filter(isInput)),
      catch: (cause) => new SqlError.SqlError({ reason: SqlError.classifySqliteError(cause) })
    })
  const values = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.map(execute(sql, params), (rows) => rows.map((row) => Object.values(row)))
  const connection = {
    execute,
    executeRaw: execute,
    executeValues: values,
    executeValuesUnprepared: values,
    executeUnprepared: execute,
    executeStream: (sql: string, params: ReadonlyArray<unknown>) => Stream.fromIterableEffect(execute(sql, params))
  }
  const client = SqlClient.make({
    ...SqlClient.makeSqliteAcquirers({ connection: Effect.succeed(connection), semaphore: Semaphore.makeUnsafe(1) }),
    compiler: Statement.makeCompilerSqlite(String.camelToSnake),
    driver: "host",
    spanAttributes: []
  })
  return Layer.provide(Layer.effect(SqlClient.SqlClient, client), Reactivity.layer)
}

/** The database of a host with a table of its own, in the mode that SQLite has by default. */
const hostDatabase = Effect.gen(function* () {
  const filename = yield* temporaryFile
  const opened = Effect.sync(() => new DatabaseSync(filename, { readBigInts: true }))
  const database = yield* Effect.acquireRelease(opened, (database) => Effect.sync(() => database.close()))
  database.exec("CREATE TABLE patients (first_name TEXT)")
  return database
})

const tables = (database: DatabaseSync) =>
  database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all().length

describe("Rollcall on a host's client", () => {
  test("commits and rolls back together with the host, in the transactions of both", function* () {
    const database = yield* hostDatabase
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ContactStore
      const { run } = yield* Transaction
      const both = Effect.fnUntraced(function* (n: number) {
        yield* sql`INSERT INTO patients ${sql.insert({ firstName: `number ${n}` })}`
        const contact = contactOf(n, { firstName: `number ${n}`, email: `${n}@example.com` })
        yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      })
      yield* sql.withTransaction(both(1))
      yield* run(both(2))
      const failing = (n: number) => Effect.andThen(both(n), Effect.fail("rolled back" as const))
      assert.strictEqual(yield* Effect.flip(sql.withTransaction(failing(3))), "rolled back")
      assert.strictEqual(yield* Effect.flip(run(failing(4))), "rolled back")
      const found = yield* Effect.forEach([1, 2, 3, 4], (n) => store.find(workspace, contactOf(n, {}).uuid))
      assert.deepStrictEqual(found.map(Option.isSome), [true, true, false, false])
      // The client has one connection, so a walk reads all rows before it returns the first ones.
      const audiences = yield* AudienceStore
      const condition = { _tag: "All", conditions: [] } as const
      const selection = { include: [{ _tag: "Satisfying", condition }], exclude: [] } as const
      const walk = audiences.walk(workspace, selection, 1)
      const written = Stream.runForEach(walk, (part) =>
        run(both(10 + (part[0]?.contact.firstName === "number 1" ? 1 : 2)))
      )
      yield* written
      assert.lengthOf(yield* Stream.runCollect(walk), 4)
      assert.strictEqual(database.prepare("SELECT 1 FROM patients").all().length, 4)
    }).pipe(Effect.provide(layerOnClient()), Effect.provide(layerHost(database)))
  })

  test("is rejected without foreign keys, which erasures need, and without its tables, and changes nothing", function* () {
    const database = yield* hostDatabase
    const refusal = (options: Parameters<typeof layerOnClient>[0]) =>
      Effect.map(
        Effect.flip(Layer.build(Layer.provide(layerOnClient(options), layerHost(database)))),
        ({ reason }) => reason
      )
    assert.strictEqual(yield* refusal({ migrate: "check" }), "MissingMigrations")
    database.exec("PRAGMA foreign_keys = OFF")
    assert.strictEqual(yield* refusal({}), "WrongSetting")
    assert.strictEqual(tables(database), 1)
  })
})
