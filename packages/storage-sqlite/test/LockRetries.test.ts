import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Fiber, Layer, Option, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { layer } from "../src/index.ts"
import { makeLockQueue, withRetries } from "../src/reading/LockRetries.ts"
import { connectionOf, toSqlError } from "../src/reading/QueryConnection.ts"
import { contactOf, temporaryFile, workspace } from "./Fixture.ts"
import { live, test } from "../../core/test/Suite.ts"

const ada = contactOf(1, { firstName: "Ada", email: "ada@example.com" })

/** Another connection in the same thread, as a host has it. */
const hostOf = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(filename)),
    (database) => Effect.sync(() => database.close())
  )

/** Runs an effect while another connection has locked the file, and unlocks it after 200 ms. */
const whileLocked = Effect.fnUntraced(function* <A, E, R>(filename: string, effect: Effect.Effect<A, E, R>) {
  const host = yield* hostOf(filename)
  host.exec("BEGIN IMMEDIATE")
  const fiber = yield* Effect.forkChild(effect)
  let turns = 0
  while (turns < 20) {
    yield* Effect.sleep("10 millis")
    turns++
    assert.isUndefined(fiber.pollUnsafe())
  }
  host.exec("COMMIT")
  return yield* Fiber.join(fiber)
})

describe("while another connection has locked the file", () => {
  live("a write waits without blocking the thread", function* () {
    const filename = yield* temporaryFile
    yield* Effect.gen(function* () {
      const store = yield* ContactStore
      yield* whileLocked(
        filename,
        store.save({ created: [contactWrite(digitForms, "contact.created", ada)], changed: [] })
      )
      assert.deepStrictEqual(yield* store.find(workspace, ada.uuid), Option.some(ada))
    }).pipe(Effect.provide(layer({ filename })))
  })

  live("a new file is opened when the lock ends", function* () {
    const filename = yield* temporaryFile
    yield* whileLocked(filename, Layer.build(layer({ filename })))
  })
})

describe("a write that waits for a lock behind other writes", () => {
  const locked = toSqlError(Object.assign(new Error("database is locked"), { errcode: 5 }))

  test("has waited since it requested the connection, not since it got it", function* () {
    const semaphore = yield* Semaphore.make(1)
    const turns = makeLockQueue()
    const connection = Effect.succeed(connectionOf(() => Effect.succeed([])))
    const { borrower } = turns.timed(SqlClient.makeSqliteAcquirers({ connection, semaphore }))
    yield* semaphore.take(1)
    const asked = yield* Effect.forkChild(
      borrower(() => Effect.sync(turns.askedAt)),
      { startImmediately: true }
    )
    const before = performance.now()
    yield* semaphore.release(1)
    assert.isAtMost(yield* Fiber.join(asked), before)
  })

  test("fails after five seconds, and does not wait as long again", function* () {
    let tries = 0
    const tried = Effect.sync(() => tries++)
    const always = connectionOf(() => Effect.andThen(tried, Effect.fail(locked)))
    const connection = withRetries(always, () => performance.now() - 5_000)
    assert.strictEqual(yield* Effect.flip(connection.execute("BEGIN IMMEDIATE", [], undefined)), locked)
    assert.isAtMost(tries, 2)
  })
})
