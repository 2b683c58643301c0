import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { layer } from "../src/index.ts"
import { forShortTransactions, layerClient } from "../src/SqliteClient.ts"
import { temporaryFile, temporaryFolder } from "./Fixture.ts"
import { live, test } from "../../core/test/Suite.ts"

const failureToOpen = (filename: string) => Effect.flip(Layer.build(layer({ filename })))

describe("opening a file", () => {
  test("in a missing folder is NotReady, and says what to do", function* () {
    const folder = yield* temporaryFolder
    const error = yield* failureToOpen(join(folder, "no such folder", "rollcall.db"))
    assert.instanceOf(error, StorageError)
    assert.strictEqual(error.reason, "NotReady")
    assert.match(
      error.message,
      /^SQLite cannot use the file .+rollcall\.db: its folder does not exist \(ENOENT\)\. Create it, or change the /
    )
  })

  test("fails with NotReady for a folder", function* () {
    const error = yield* failureToOpen(yield* temporaryFolder)
    assert.strictEqual(error.reason, "NotReady")
    assert.match(error.message, /: it is a folder\. Change the address of the database\.$/)
  })

  test("that is no database is Corrupt, and does not change it", function* () {
    const filename = yield* temporaryFile
    const diary = "Dear diary, ".repeat(1_000)
    writeFileSync(filename, diary)
    const error = yield* failureToOpen(filename)
    assert.strictEqual(error.reason, "Corrupt")
    assert.strictEqual(readFileSync(filename, "utf8"), diary)
  })

  test("writes every commit to disk, and checks foreign keys", function* () {
    const filename = yield* temporaryFile
    const settings = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql<{ journal: string; synchronous: number; references: number; timeout: number }>`
          SELECT
            (SELECT journal_mode FROM pragma_journal_mode) AS journal,
            (SELECT synchronous FROM pragma_synchronous) AS synchronous,
            (SELECT foreign_keys FROM pragma_foreign_keys) AS "references",
            (SELECT timeout FROM pragma_busy_timeout) AS timeout`
    })
    // In a transaction the writing connection runs it.
    const writing = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(settings))
    for (const query of [settings, writing]) {
      const rows = yield* Effect.provide(query, layerClient({ filename }))
      assert.deepStrictEqual({ ...rows[0] }, { journal: "wal", synchronous: 2, references: 1, timeout: 0 })
    }
  })

  test("keeps the statement journal in memory once migrations have run, and not before", function* () {
    const filename = yield* temporaryFile
    const statements: Array<string> = []
    const recorded: Statement.Transformer = (statement) => {
      statements.push(statement.compile()[0])
      return Effect.succeed(statement)
    }
    yield* Effect.provideService(Layer.build(layer({ filename })), Statement.CurrentTransformer, recorded)
    assert.isTrue(statements.some((text) => text.startsWith("CREATE TABLE contacts")))
    assert.strictEqual(statements.at(-1), "PRAGMA temp_store = MEMORY")
  })

  it.effect("keeps that setting for the writing connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* forShortTransactions("rollcall.db")
      const [row] = yield* sql.withTransaction(sql`PRAGMA temp_store`)
      assert.deepStrictEqual({ ...row }, { temp_store: 2 })
    }).pipe(Effect.provide(Layer.unwrap(Effect.map(temporaryFile, (filename) => layerClient({ filename })))))
  )
})

describe("a file while it is written", () => {
  /** Adds a megabyte, in a transaction or statement by statement. */
  const write = Effect.fnUntraced(function* (inTransaction: boolean) {
    const sql = yield* SqlClient.SqlClient
    const statement = sql`INSERT INTO notes (text) VALUES (${"x".repeat(8_000)})`
    const statements = Effect.replicateEffect(statement, 128, { discard: true })
    yield* inTransaction ? sql.withTransaction(statements) : statements
  })

  live.each([true, false])(
    "contains what is committed while it is open, and needs no log after it is closed",
    function* (inTransaction) {
      const filename = yield* temporaryFile
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (text TEXT)`
        // The checkpoint runs on its thread, 250 ms after the previous one at the earliest.
        while (statSync(filename).size < 1_000_000) {
          yield* write(inTransaction)
          yield* Effect.sleep("20 millis")
        }
        assert.isTrue(existsSync(`${filename}-wal`))
      }).pipe(Effect.provide(layerClient({ filename })))
      assert.isFalse(existsSync(`${filename}-wal`))
    }
  )

  /** The salt of a write-ahead log, which is another one each time it starts: bytes 16 to 23 of its file. */
  const saltOf = (log: string) => {
    const header = Buffer.alloc(24)
    const file = openSync(log, "r")
    readSync(file, header)
    closeSync(file)
    return header.readBigUInt64BE(16)
  }

  live("has a log that restarts when it is long, during writes", function* () {
    const filename = yield* temporaryFile
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE notes (text TEXT)`
      const other = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(filename)),
        (open) => Effect.sync(() => open.close())
      )
      // Nothing that this one may still read leaves the log.
      other.exec("BEGIN; SELECT count(*) FROM notes")
      for (let written = 0; written < 72; written++) yield* write(true)
      assert.isAbove(statSync(`${filename}-wal`).size, 64 * 2 ** 20)
      const first = saltOf(`${filename}-wal`)
      other.exec("ROLLBACK")
      // While writes never pause, a checkpoint that they do not wait for is always behind.
      while (saltOf(`${filename}-wal`) === first) yield* write(true)
    }).pipe(Effect.scoped, Effect.provide(layerClient({ filename })))
  })
})
