import { assert, describe, it } from "@effect/vitest"
import { contactWrite, digitForms, planSearch, withoutLimits } from "@rollcall/core/people"
import { ContactStore, Transaction } from "@rollcall/core/storage"
import { Effect, Exit, Fiber, Result, Scope } from "effect"
import type { SqlConnection } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { layer } from "../src/index.ts"
import { connectionOf } from "../src/reading/QueryConnection.ts"
import { makeSearchThreads } from "../src/reading/SearchThreads.ts"
import { contactOf, quickFile, workspace } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

/** A statement without an end, which can be stopped. */
const endless =
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE changes() >= 0) SELECT max(i) FROM n"

/** A statement of a fraction of a second, which cannot be stopped. */
const deaf = `
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT max(i) FROM n`

/** Stands for the connection of the main thread, which runs none of the statements here. */
const noReader = connectionOf(() => Effect.die("the main thread ran a statement"))

const create = (filename: string) =>
  Effect.sync(() => {
    const database = new DatabaseSync(filename)
    database.exec("CREATE TABLE notes (text TEXT)")
    database.close()
  })

const oneThread = Effect.fnUntraced(function* (maxStopTime: number) {
  const filename = yield* quickFile
  yield* create(filename)
  return yield* makeSearchThreads({ filename, limit: 1, reader: noReader, maxStopTime })
})

const run = (threads: SqlConnection.Connection, sql: string) => threads.execute(sql, [], undefined)

const valueOf = (sql: string) => (threads: SqlConnection.Connection) =>
  Effect.map(threads.executeValues(sql, []), (rows) => rows[0]?.[0])

const answer = valueOf("SELECT 42")

/** A setting of one connection, by which a test recognizes a thread. */
const cacheSize = valueOf("PRAGMA cache_size")
const mark = 77

/** A turn of the event loop, which others wait for too. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Long enough for every turn to be taken while a thread runs its statement. */
const turns = Effect.replicateEffect(turn, 1_000, { discard: true })

describe("search threads", () => {
  test("leave the process free while a statement runs, and are free again when it is interrupted (S12)", function* () {
    const threads = yield* oneThread(60_000)
    yield* run(threads, `PRAGMA cache_size = ${mark}`)
    const search = yield* Effect.forkChild(run(threads, endless), { startImmediately: true })
    yield* turns
    assert.isUndefined(search.pollUnsafe())
    yield* Fiber.interrupt(search)
    assert.strictEqual(yield* cacheSize(threads), mark)
  })

  test("do not run a statement that was interrupted while it waited", function* () {
    const threads = yield* oneThread(60_000)
    const search = yield* Effect.forkChild(run(threads, endless), { startImmediately: true })
    const waiting = yield* Effect.forkChild(run(threads, endless), { startImmediately: true })
    yield* turn
    yield* Fiber.interruptAll([waiting, search])
    assert.strictEqual(yield* answer(threads), 42)
  })

  test("are replaced if they do not stop a statement in time", function* () {
    const threads = yield* oneThread(1)
    yield* run(threads, `PRAGMA cache_size = ${mark}`)
    const search = yield* Effect.forkChild(run(threads, deaf), { startImmediately: true })
    yield* turn
    yield* Fiber.interrupt(search)
    assert.notStrictEqual(yield* cacheSize(threads), mark)
  })

  test("that fail are replaced, and their statement is Unavailable", function* () {
    const filename = yield* quickFile
    const threads = yield* makeSearchThreads({ filename, limit: 1, reader: noReader })
    const error = yield* Effect.flip(run(threads, "SELECT 42"))
    assert.strictEqual(error.reason._tag, "ConnectionError")
    yield* create(filename)
    assert.strictEqual(yield* answer(threads), 42)
  })

  test("return a statement's error with its code", function* () {
    const threads = yield* oneThread(60_000)
    const error = yield* Effect.flip(run(threads, "DELETE FROM notes"))
    assert.propertyVal(error.reason.cause, "errcode", 8)
    assert.strictEqual(yield* answer(threads), 42)
  })

  test("end with their scope, also during a statement", function* () {
    const scope = yield* Scope.make()
    const threads = yield* Scope.provide(oneThread(60_000), scope)
    const search = yield* Effect.forkChild(run(threads, endless), { startImmediately: true })
    yield* turns
    yield* Scope.close(scope, Exit.void)
    const error = yield* Effect.flip(Fiber.join(search))
    assert.strictEqual(error.reason._tag, "ConnectionError")
  })
})

describe("a search on a file", () => {
  const all = planSearch({ advancedSearch: [{ field: "firstName", operator: "contains", value: "ad" }] })

  const total = Effect.gen(function* () {
    const store = yield* ContactStore
    assert(Result.isSuccess(all))
    const found = yield* store.search(workspace, all.success, { limit: 1, offset: 0 }, withoutLimits)
    return found.total
  })

  const save = (n: number) =>
    Effect.flatMap(ContactStore, ({ save }) =>
      save({
        created: [
          contactWrite(digitForms, "contact.created", contactOf(n, { firstName: "Ada", email: `${n}@example.com` }))
        ],
        changed: []
      })
    )

  const withFile = <A, E>(use: Effect.Effect<A, E, ContactStore | Transaction>) =>
    Effect.flatMap(quickFile, (filename) => Effect.provide(use, layer({ filename })))

  it.effect("sees every write that returned before (S10)", () =>
    withFile(
      Effect.gen(function* () {
        for (let n = 1; n <= 50; n++) {
          yield* save(n)
          assert.strictEqual(yield* total, n)
        }
      })
    )
  )

  it.effect("sees the writes of its transaction, and others do not (S10)", () =>
    withFile(
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const outside = yield* Effect.forkChild(Effect.andThen(turns, total))
        const inside = yield* run(
          Effect.gen(function* () {
            yield* save(1)
            assert.strictEqual(yield* Fiber.join(outside), 0)
            return yield* total
          })
        )
        assert.strictEqual(inside, 1)
        assert.strictEqual(yield* total, 1)
      })
    )
  )
})
