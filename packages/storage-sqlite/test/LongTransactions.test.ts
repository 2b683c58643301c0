import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@rollcall/core"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { mkdirSync, renameSync } from "node:fs"
import { dirname, join } from "node:path"
import { makeThreadConnection } from "../src/ThreadConnection.ts"
import { layerWithClient, temporaryFile, temporaryFolder } from "./Fixture.ts"

const withFile = Effect.provide(Layer.unwrap(Effect.map(temporaryFile, layerWithClient)))

const long = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, ({ run }) => run(effect, { isLong: true }))

const write = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO words (text) VALUES (${text})`)

/** Takes the database about half a second. */
const slow = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000000)
    SELECT count(*) FROM numbers`
)

const words = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ text: string }>`SELECT text FROM words ORDER BY rowid`
  return rows.map(({ text }) => text)
})

const makeTable = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE words (text TEXT UNIQUE)`)

describe("a long transaction on a file", () => {
  it.live("lets the process do other things during a statement", () =>
    Effect.gen(function* () {
      yield* makeTable
      let turns = 0
      const turn = Effect.andThen(
        Effect.sleep("1 millis"),
        Effect.sync(() => turns++)
      )
      const others = yield* Effect.forkChild(Effect.forever(turn))
      const during = yield* long(
        Effect.gen(function* () {
          yield* write("before")
          const before = turns
          yield* slow
          return turns - before
        })
      )
      yield* Fiber.interrupt(others)
      assert.isAbove(during, 10)
      assert.deepStrictEqual(yield* words, ["before"])
    }).pipe(withFile)
  )

  it.live("leaves nothing when it is interrupted during a statement, and the next one begins", () =>
    Effect.gen(function* () {
      yield* makeTable
      const written = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        long(write("lost").pipe(Effect.andThen(Deferred.succeed(written, undefined)), Effect.andThen(slow)))
      )
      yield* Deferred.await(written)
      yield* Effect.sleep("5 millis")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* words, [])
      yield* long(write("long"))
      yield* write("short")
      assert.deepStrictEqual(yield* words, ["long", "short"])
    }).pipe(withFile)
  )

  it.live("runs with the short ones where it can have no thread", () =>
    Effect.gen(function* () {
      const before = join(yield* temporaryFolder, "before")
      mkdirSync(before)
      yield* Effect.gen(function* () {
        yield* makeTable
        // Who has the file open keeps it, and nobody else finds it.
        renameSync(before, join(yield* temporaryFolder, "after"))
        yield* long(write("written"))
        assert.deepStrictEqual(yield* words, ["written"])
      }).pipe(Effect.provide(layerWithClient(join(before, "rollcall.db"))))
    })
  )

  it.live("keeps short ones waiting, and they keep it waiting", () =>
    Effect.gen(function* () {
      yield* makeTable
      const { run } = yield* Transaction
      const twice = (text: string) =>
        Effect.andThen(write(`${text}, begun`), Effect.andThen(Effect.yieldNow, write(text)))
      const texts = Array.from({ length: 20 }, (_, index) => `${index}`)
      yield* Effect.forEach(texts, (text, index) => run(twice(text), { isLong: index % 2 === 0 }), {
        concurrency: "unbounded"
      })
      const found = yield* words
      assert.strictEqual(found.length, 40)
      for (const [index, text] of found.entries()) {
        if (index % 2 === 1) assert.strictEqual(found[index - 1], `${text}, begun`)
      }
    }).pipe(withFile)
  )
})

describe("a connection on a thread", () => {
  const open = (filename: string) =>
    Effect.gen(function* () {
      const { connection, start } = yield* makeThreadConnection(filename)
      const execute = (sql: string) => connection.execute(sql, [], undefined)
      return { connection, execute, start }
    })

  it.live("tells what is wrong with a statement as the driver does", () =>
    Effect.gen(function* () {
      const { execute, start } = yield* open(yield* temporaryFile)
      yield* start
      yield* execute("CREATE TABLE words (text TEXT UNIQUE)")
      yield* execute("INSERT INTO words VALUES ('twice')")
      const twice = yield* Effect.flip(execute("INSERT INTO words VALUES ('twice')"))
      assert.instanceOf(twice, SqlError.SqlError)
      assert.strictEqual(twice.reason._tag, "UniqueViolation")
      const unknown = yield* Effect.flip(execute("INSERT INTO sentences VALUES ('once')"))
      assert.include(String(unknown.reason.cause), "no such table: sentences")
    })
  )

  it.live("gives rows as objects or as lists, and one row after the other to a transformation", () =>
    Effect.gen(function* () {
      const { connection, execute, start } = yield* open(yield* temporaryFile)
      yield* start
      const sql = "SELECT ? AS first, 2 AS second"
      assert.deepStrictEqual(yield* connection.execute(sql, ["one"], undefined), [{ first: "one", second: 2 }])
      assert.deepStrictEqual(yield* connection.executeValues(sql, ["one"]), [["one", 2]])
      assert.deepStrictEqual(yield* connection.execute(sql, ["one"], (rows) => rows.slice(1)), [])
      assert.deepStrictEqual(yield* execute("SELECT 1 AS one"), [{ one: 1 }])
    })
  )

  it.live("that cannot open the file fails, and begins anew when it can", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "later", "rollcall.db")
      const { execute, start } = yield* open(filename)
      const error = yield* Effect.flip(start)
      assert.strictEqual(error.reason._tag, "ConnectionError")
      mkdirSync(dirname(filename))
      yield* start
      yield* execute("BEGIN IMMEDIATE")
      yield* execute("ROLLBACK")
    })
  )

  it.live("that is lost takes its transaction along, and what is left of that fails", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const scope = yield* Scope.make()
      const { execute, start } = yield* Effect.provideService(open(filename), Scope.Scope, scope)
      yield* start
      yield* execute("CREATE TABLE words (text TEXT)")
      yield* execute("BEGIN IMMEDIATE")
      yield* execute("INSERT INTO words VALUES ('lost')")
      yield* Scope.close(scope, Exit.void)
      const error = yield* Effect.flip(execute("INSERT INTO words VALUES ('lost')"))
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.deepStrictEqual(yield* execute("ROLLBACK"), [])
      const next = yield* open(filename)
      yield* next.start
      assert.deepStrictEqual(yield* next.execute("SELECT * FROM words"), [])
    })
  )

  it.live("goes with its transaction when that cannot be rolled back", () =>
    Effect.gen(function* () {
      const { execute, start } = yield* open(yield* temporaryFile)
      yield* start
      assert.deepStrictEqual(yield* execute("ROLLBACK"), [])
      const error = yield* Effect.flip(execute("SELECT 1"))
      assert.strictEqual(error.reason._tag, "ConnectionError")
      yield* start
      yield* execute("BEGIN IMMEDIATE")
      yield* execute("COMMIT")
    })
  )
})
