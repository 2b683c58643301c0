import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlConnection } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { makeMainReader } from "../src/reading/MainReader.ts"
import { connectionOf } from "../src/reading/QueryConnection.ts"
import { quickFile } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

/** A statement that reads `rows` rows, and can be stopped at each. */
const reading = (rows: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows} AND changes() >= 0)
  SELECT max(i) AS last, ? AS mark FROM n`

const short = reading(10)
const long = reading(1_000_000)

/** A reader of a file, its search connection, and the statements that this gave to threads. */
const make = Effect.gen(function* () {
  const filename = yield* quickFile
  const database = new DatabaseSync(filename)
  database.exec("CREATE TABLE notes (text TEXT)")
  database.close()
  const given = new Array<readonly [string, ReadonlyArray<unknown>]>()
  const threads = connectionOf((sql, params) => {
    given.push([sql, params])
    return Effect.succeed([{ from: "a thread" }])
  })
  const { connection, triedFirst } = yield* makeMainReader(filename)
  return { connection, searches: triedFirst(threads), given }
})

const run = (connection: SqlConnection.Connection, sql: string, params: ReadonlyArray<unknown>) =>
  connection.execute(sql, params, undefined)

describe("the main thread's reader", () => {
  test("runs a short search", function* () {
    const { given, searches } = yield* make
    assert.deepStrictEqual({ ...(yield* run(searches, short, ["a"]))[0] }, { last: 10, mark: "a" })
    assert.deepStrictEqual(given, [])
  })

  test("passes a long search to a thread, and blocks no other statement (S12)", function* () {
    const { connection, given, searches } = yield* make
    assert.deepStrictEqual(yield* run(searches, long, ["a"]), [{ from: "a thread" }])
    assert.deepStrictEqual(given, [[long, ["a"]]])
    assert.deepStrictEqual({ ...(yield* run(connection, long, ["b"]))[0] }, { last: 1_000_000, mark: "b" })
  })

  test("passes a search with many parameters to a thread at once", function* () {
    const { given, searches } = yield* make
    const params = Array.from({ length: 41 }, () => 1)
    const sql = `SELECT ${params.map(() => "?").join(", ")}`
    yield* run(searches, sql, params)
    assert.deepStrictEqual(given, [[sql, params]])
  })

  test("returns a statement's error with its code", function* () {
    const { searches } = yield* make
    const error = yield* Effect.flip(run(searches, "DELETE FROM notes", []))
    assert.propertyVal(error.reason.cause, "errcode", 8)
  })
})
