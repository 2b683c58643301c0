import { assert, describe } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import { makeSearchLimit, type SearchStopped, SearchSettings } from "../../../src/people/search/SearchLimit.ts"
import { WorkspaceUuid } from "../../../src/shared/Ids.ts"
import type { StorageEffect, StorageError } from "../../../src/shared/StorageError.ts"
import { test } from "../../Suite.ts"

const settings: SearchSettings = {
  deadline: Duration.seconds(5),
  atOnce: 3,
  longestWait: Duration.seconds(1)
}

const both = Effect.provideService(makeSearchLimit, SearchSettings, settings)
const workspace = WorkspaceUuid.make("0198c0a0-0000-7000-8000-000000000001")
const made = Effect.map(both, ({ of }) => of(workspace).slow)

/** The limit for short searches. */
const limit = Effect.map(
  made,
  (limited) =>
    <A>(search: StorageEffect<A>) =>
      limited(search, "short")
)

const reasonOf = (exit: Exit.Exit<unknown, SearchStopped | StorageError>) =>
  Exit.isFailure(exit) ? reason(exit) : "none"
const reason = (exit: Exit.Failure<unknown, SearchStopped | StorageError>) =>
  exit.cause.reasons.map((found) => (found._tag === "Fail" ? found.error.reason : found._tag)).join()

describe("the limit of searches (S12)", () => {
  test("a search that reaches its deadline is interrupted, and returns that", function* () {
    const limited = yield* limit
    const isInterrupted = yield* Deferred.make<void>()
    const endless = Effect.onInterrupt(Effect.never, () => Deferred.succeed(isInterrupted, undefined))
    const running = yield* Effect.forkChild(Effect.flip(limited(endless)), { startImmediately: true })
    yield* TestClock.adjust("4999 millis")
    assert.isFalse(yield* Deferred.isDone(isInterrupted))
    yield* TestClock.adjust("1 millis")
    const stopped = yield* Fiber.join(running)
    assert.isTrue(yield* Deferred.isDone(isInterrupted))
    assert.strictEqual(stopped.reason, "Deadline")
    assert.include(stopped.message, "5s")
  })

  test("a search that needs no permit has the same deadline", function* () {
    const { quick: inTime, slow: limited } = (yield* both).of(workspace)
    const quick = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(Effect.exit(inTime(Effect.never))))
    yield* TestClock.adjust("4999 millis")
    yield* limited(Effect.void, "short")
    assert.isTrue(quick.every((fiber) => fiber.pollUnsafe() === undefined))
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual((yield* Effect.forEach(quick, Fiber.join)).map(reasonOf), [
      "Deadline",
      "Deadline",
      "Deadline"
    ])
  })

  test("a search waits for its permit, and then has its full time", function* () {
    const limited = yield* limit
    const begun = yield* Ref.make(0)
    const search = Effect.andThen(
      Ref.update(begun, (count) => count + 1),
      Effect.sleep("900 millis")
    )
    const first = yield* Effect.forEach([1, 2], () => Effect.forkChild(limited(search)))
    const third = yield* Effect.forkChild(limited(Effect.andThen(search, Effect.sleep("4000 millis"))))
    yield* TestClock.adjust("899 millis")
    assert.strictEqual(yield* Ref.get(begun), 2)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* Ref.get(begun), 3)
    yield* Effect.forEach(first, Fiber.join)
    yield* TestClock.adjust("4900 millis")
    assert.isTrue(Exit.isSuccess(yield* Fiber.await(third)))
  })

  test("a search without a permit in time fails, and a stopped search passes its permit on", function* () {
    const limited = yield* limit
    const endless = yield* Effect.forEach([1, 2], () => Effect.forkChild(Effect.exit(limited(Effect.never))))
    const third = yield* Effect.forkChild(Effect.exit(limited(Effect.void)))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(reasonOf(yield* Fiber.join(third)), "Busy")
    yield* TestClock.adjust("4 seconds")
    assert.deepStrictEqual((yield* Effect.forEach(endless, Fiber.join)).map(reasonOf), ["Deadline", "Deadline"])
    yield* limited(Effect.void)
  })

  test("searches get permits in order of arrival, even if one arrives while a permit is granted", function* () {
    const limited = yield* limit
    const order = yield* Ref.make<ReadonlyArray<string>>([])
    const named = (name: string) => Ref.update(order, (names) => [...names, name])
    const end = yield* Deferred.make<void>()
    const first = yield* Effect.forkChild(limited(Deferred.await(end)), { startImmediately: true })
    yield* Effect.forkChild(limited(Effect.never), { startImmediately: true })
    const third = yield* Effect.forkChild(limited(named("third")), { startImmediately: true })
    const fourth = yield* Deferred.succeed(end, undefined).pipe(
      Effect.andThen(Effect.forkChild(limited(named("fourth")), { startImmediately: true }))
    )
    yield* Effect.forEach([first, third, fourth], Fiber.join)
    assert.deepStrictEqual(yield* Ref.get(order), ["third", "fourth"])
  })

  test("twenty thousand searches that wait for one another all end, even if each takes no time", function* () {
    const limited = yield* limit
    const end = yield* Deferred.make<void>()
    const running = yield* Effect.forEach([1, 2], () => Effect.forkChild(limited(Deferred.await(end))))
    const waiting = yield* Effect.forEach(Array.from({ length: 20_000 }), () => Effect.forkChild(limited(Effect.void)))
    yield* TestClock.adjust("1 millis")
    yield* Deferred.succeed(end, undefined)
    yield* Effect.forEach([...running, ...waiting], Fiber.join)
  })

  test("a search with a departed caller passes its permit on, also while it waits", function* () {
    const limited = yield* limit
    const running = yield* Effect.forEach([1, 2], () => Effect.forkChild(limited(Effect.never)))
    const waiting = yield* Effect.forkChild(limited(Effect.never))
    yield* Effect.yieldNow
    yield* Effect.forEach([...running, waiting], Fiber.interrupt)
    yield* limited(Effect.orDie(limited(Effect.void)))
  })

  test("the permit is returned when the store has ended, not before", function* () {
    const limited = yield* limit
    const slowToEnd = Effect.onInterrupt(Effect.never, () => Effect.sleep("2 seconds"))
    yield* Effect.forEach([1, 2], () => Effect.forkChild(Effect.exit(limited(slowToEnd))))
    yield* TestClock.adjust("5500 millis")
    const early = yield* Effect.forkChild(Effect.exit(limited(Effect.void)))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(reasonOf(yield* Fiber.join(early)), "Busy")
    yield* TestClock.adjust("500 millis")
    yield* limited(Effect.void)
  })

  test("a long search waits only for long searches, and only they wait for it", function* () {
    const limited = yield* made
    const running = yield* Ref.make(0)
    const search = Effect.acquireUseRelease(
      Ref.updateAndGet(running, (count) => count + 1),
      (count) => Effect.delay(Effect.succeed(count), "100 millis"),
      () => Ref.update(running, (count) => count - 1)
    )
    for (const [lengths, seen] of [
      [
        ["short", "short"],
        [1, 2]
      ],
      [
        ["long", "short"],
        [1, 2]
      ],
      [
        ["long", "long"],
        [1, 1]
      ]
    ] as const) {
      const searches = Effect.forEach(lengths, (one) => limited(search, one), { concurrency: 2 })
      const fiber = yield* Effect.forkChild(searches)
      yield* TestClock.adjust("200 millis")
      assert.deepStrictEqual(yield* Fiber.join(fiber), [...seen])
    }
  })
})
