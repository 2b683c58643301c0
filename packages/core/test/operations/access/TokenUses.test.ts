import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { DateTime, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeTokenUses } from "../../../src/operations/access/TokenUses.ts"
import { test } from "../../Suite.ts"

/** Uses over a store that keeps what it is given, each batch beside the second in which it came. */
const kept = Effect.fnUntraced(function* (outcome: Effect.Effect<void, StorageError> = Effect.void) {
  const batches: Array<readonly [second: number, hashes: ReadonlyArray<string>]> = []
  const scope = yield* Scope.fork(yield* Effect.scope)
  const noteUse = yield* Scope.provide(
    makeTokenUses((hashes, at) =>
      Effect.andThen(
        Effect.sync(() => batches.push([at.epochMilliseconds / 1_000, hashes])),
        outcome
      )
    ),
    scope
  )
  yield* Effect.yieldNow
  return {
    batches,
    close: Scope.close(scope, Exit.void),
    use: (...hashes: ReadonlyArray<string>) =>
      Effect.map(DateTime.now, (now) => hashes.forEach((hash) => noteUse(hash, now)))
  }
})

describe("A2: the last uses of tokens", () => {
  test("are stored together a second after the first use, each token at most once a minute", function* () {
    const { batches, use } = yield* kept()
    for (let second = 0; second < 150; second++) {
      yield* use("b", "a")
      if (second === 70) yield* use("c")
      yield* TestClock.adjust("1 second")
    }
    assert.deepStrictEqual(batches, [
      [1, ["a", "b"]],
      [61, ["a", "b"]],
      [71, ["c"]],
      [121, ["a", "b"]]
    ])
  })

  test("are stored in groups of a hundred", function* () {
    const { batches, use } = yield* kept()
    yield* use(...Array.from({ length: 250 }, (_, n) => String(n)))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(
      batches.map(([, hashes]) => hashes.length),
      [100, 100, 50]
    )
  })

  test("that could not be stored are stored by a later use, together with later uses", function* () {
    const failures = [
      Effect.fail(new StorageError({ reason: "Unavailable", cause: new Error("away") })),
      Effect.die(new Error("a defect"))
    ]
    const { batches, use } = yield* kept(Effect.suspend(() => failures.shift() ?? Effect.void))
    for (let second = 0; second < 5; second++) {
      yield* use("a")
      yield* TestClock.adjust("1 second")
    }
    assert.deepStrictEqual(batches, [
      [1, ["a"]],
      [2, ["a"]],
      [3, ["a"]]
    ])
  })

  test("are stored at the end, without waiting for a store that hangs", function* () {
    const { batches, close, use } = yield* kept(Effect.never)
    yield* use("a")
    const closing = yield* Effect.forkChild(close)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(closing)
    assert.deepStrictEqual(batches, [[0, ["a"]]])
  })
})
