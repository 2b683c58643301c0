import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { ResourceHolder } from "@rollcall/core/operations"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { batchStatement } from "../../src/database/StatementBatch.ts"
import { test } from "../../../core/test/Suite.ts"

type Failure = (props: { readonly cause: unknown; readonly operation: string }) => SqlError.SqlErrorReason

const failureOf = (reason: StorageError["reason"], failure: Failure) =>
  new StorageError({
    reason,
    cause: new SqlError.SqlError({ reason: failure({ cause: new Error("refused"), operation: "query" }) })
  })

/** A client without transactions. */
const db = {
  sql: {
    transactionService: SqlClient.TransactionConnection(-1)
  }
}

/** Each of 32 callers asks for its number at the same time. The statement fails for one of them, alone and together. */
const askedAtOnce = Effect.fnUntraced(function* (failure: StorageError, unable: number) {
  const statements = { together: 0, alone: 0 }
  const ask = batchStatement(db, {
    isShared: true,
    keyOf: () => "all",
    one: (number: number) =>
      Effect.suspend(() => {
        statements.alone += 1
        return number === unable ? Effect.fail(failure) : Effect.succeed(number)
      }),
    all: (numbers) =>
      Effect.suspend(() => {
        statements.together += 1
        return numbers.includes(unable)
          ? Effect.fail(failure)
          : Effect.succeed(numbers.map((each) => Exit.succeed(each)))
      })
  })
  const numbers = Array.from({ length: 32 }, (_, number) => number)
  const exits = yield* Effect.forEach(numbers, (number) => Effect.exit(ask(number)), { concurrency: "unbounded" })
  return { statements, failed: numbers.filter((number) => exits[number]?._tag === "Failure") }
})

describe("a shared statement", () => {
  const undone = {
    "a row that cannot be stored": failureOf("Conflict", (props) => new SqlError.ConstraintError(props)),
    "a uuid that is taken": failureOf(
      "Conflict",
      (props) => new SqlError.UniqueViolation({ ...props, constraint: "key" })
    ),
    "a row that cannot be read": failureOf("Corrupt", (props) => new SqlError.UnknownError(props)),
    "a deadlock": failureOf("Conflict", (props) => new SqlError.DeadlockError(props)),
    "a time-out": failureOf("Unavailable", (props) => new SqlError.StatementTimeoutError(props)),
    "a lock that is not given": failureOf("Unavailable", (props) => new SqlError.LockTimeoutError(props))
  }
  for (const [what, failure] of Object.entries(undone)) {
    test(`fails only for one of 32 after ${what}`, function* () {
      assert.deepStrictEqual(yield* askedAtOnce(failure, 7), { statements: { together: 1, alone: 32 }, failed: [7] })
    })
  }

  test("counts as the work of no caller when connections are shared fairly", function* () {
    const ask = batchStatement(db, {
      isShared: true,
      keyOf: () => "all",
      one: () => ResourceHolder,
      all: (given) => Effect.map(ResourceHolder, (holder) => given.map(() => Exit.succeed(holder)))
    })
    const askFor = (workspace: string) => Effect.provideService(ask(workspace), ResourceHolder, workspace)
    assert.deepStrictEqual(yield* Effect.forEach(["a"], askFor, { concurrency: "unbounded" }), ["a"])
    const holders = new Set(yield* Effect.forEach(["a", "b"], askFor, { concurrency: "unbounded" }))
    assert.strictEqual(holders.size, 1)
    assert.isFalse(holders.has("a") || holders.has("b"))
  })

  test("fails for all of them after a lost connection, and is not run again", function* () {
    const lost = failureOf("Unavailable", (props) => new SqlError.ConnectionError(props))
    const { failed, statements } = yield* askedAtOnce(lost, 7)
    assert.deepStrictEqual([statements, failed.length], [{ together: 1, alone: 0 }, 32])
  })

  test("has a maximum size, so small requests share it with more callers", function* () {
    const shared: Array<number> = []
    const ask = batchStatement(db, {
      isShared: true,
      keyOf: () => "all",
      sizeOf: (size: number) => size,
      one: () => Effect.void,
      all: (sizes) => Effect.sync(() => (shared.push(sizes.length), sizes.map(() => Exit.void)))
    })
    const all = (sizes: ReadonlyArray<number>) => Effect.forEach(sizes, ask, { concurrency: "unbounded" })
    yield* all(Array.from({ length: 32 }, () => 64 * 1024))
    assert.deepStrictEqual(shared.splice(0), [4, 4, 4, 4, 4, 4, 4, 4])
    yield* all(Array.from({ length: 32 }, () => 1_000))
    assert.deepStrictEqual(shared.splice(0), [32])
  })

  test("is waited for at most as long as its callers may wait: then they get the timeout's result", function* () {
    const end = yield* Deferred.make<string>()
    const answer = Deferred.await(end)
    const ask = batchStatement(db, {
      isShared: true,
      keyOf: (key: number) => key,
      atOnce: 2,
      wait: { atMost: "500 millis", otherwise: "late" },
      one: () => answer,
      all: (keys) => Effect.map(answer, (text) => keys.map(() => Exit.succeed(text)))
    })
    const running = yield* Effect.forEach([1, 2], (key) => Effect.forkChild(ask(key)))
    yield* TestClock.adjust("1 millis")
    const waiting = yield* Effect.forEach([3, 4, 4], (key) => Effect.forkChild(ask(key)))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Effect.forEach(waiting, Fiber.join), ["late", "late", "late"])
    yield* Deferred.succeed(end, "found")
    assert.deepStrictEqual(yield* Effect.forEach(running, Fiber.join), ["found", "found"])
    assert.strictEqual(yield* ask(5), "found")
  })
})
