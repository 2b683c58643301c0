import {
  type AccessTokenStore,
  BroadcastStore,
  fullLevel,
  type SendSlots,
  takeFromBucket,
  type TokenBucket
} from "@rollcall/core"
import { Clock, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"

const rate = { perSecond: 10, burst: 5 }

/** A rate, and what is taken from a bucket, each time so many milliseconds after the time before. */
const takings = fc.record({
  rate: fc.record({ perSecond: fc.constantFrom(1 / 64, 0.7, 10, 80, 3_333), burst: fc.integer({ min: 1, max: 100 }) }),
  goes: fc.array(
    fc.record({ wanted: fc.integer({ min: 1, max: 120 }), waited: fc.integer({ min: -1_500, max: 3_000 }) }),
    { minLength: 1, maxLength: 12 }
  )
})

/** What the token bucket of a sender promises (B15). */
export const sendSlotChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B15: a bucket gives what it holds, and says when to ask again",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const take = (wanted: number) => store.takeSendSlots(workspace, "4930", wanted, rate)
      yield* agree("Two of five", (yield* take(2)).granted, 2)
      yield* agree("What is left", (yield* take(100)).granted, 3)
      const empty = yield* take(1)
      yield* agree("An empty bucket", empty.granted, 0)
      yield* holds("It says when", Duration.toMillis(empty.retryAfter) > 0, empty)
      yield* TestClock.adjust(empty.retryAfter)
      yield* agree("Then", (yield* take(1)).granted, 1)
    })
  ),

  check(
    "B15: a bucket fills by the rate and never above the burst",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const take = (wanted: number) => store.takeSendSlots(workspace, "4930", wanted, rate)
      yield* take(5)
      yield* TestClock.adjust("300 millis")
      yield* agree("After three tenths", (yield* take(100)).granted, 3)
      yield* TestClock.adjust("1 hour")
      yield* agree("After an hour", (yield* take(100)).granted, 5)
    })
  ),

  check(
    "B15: an empty bucket says to the millisecond when it has something again, however long that takes",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const slow = { perSecond: 1 / 64, burst: 1 }
      const take = Effect.map(store.takeSendSlots(workspace, "4930", 3, slow), ({ granted, retryAfter }) => [
        granted,
        Duration.toMillis(retryAfter)
      ])
      yield* agree("A full bucket", yield* take, [1, 0])
      yield* agree("An empty one", yield* take, [0, 64_000])
      yield* TestClock.adjust("40 seconds")
      yield* agree("After a part of the time", yield* take, [0, 24_000])
      yield* TestClock.adjust(Duration.millis(23_999))
      yield* agree("A millisecond before", yield* take, [0, 1])
      yield* TestClock.adjust("1 millis")
      yield* agree("Then", yield* take, [1, 0])
    })
  ),

  check(
    "B15: asking often gives no more than the rate",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      let granted = 0
      for (let n = 0; n < 100; n++) {
        granted += (yield* store.takeSendSlots(workspace, "4930", 1, rate)).granted
        yield* TestClock.adjust("33 millis")
      }
      // 3.267 seconds between the first and the last.
      yield* agree("In 100 goes", granted, 5 + 32)
    })
  ),

  check(
    "B15: all who ask at once share one bucket; every sender has its own",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const take = (sender: string) => store.takeSendSlots(workspace, sender, 2, rate)
      const slots = yield* Effect.all(
        Array.from({ length: 10 }, () => take("4930")),
        { concurrency: "unbounded" }
      )
      yield* agree(
        "Together",
        slots.reduce((sum, { granted }) => sum + granted, 0),
        5
      )
      yield* agree("Another sender", (yield* take("4940")).granted, 2)
    })
  ),

  check(
    "B15: a bucket gives what takeFromBucket says, to the millisecond, and by a clock that goes back, too",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const begun = yield* Clock.currentTimeMillis
      let latest = begun
      let sender = 0
      yield* forAll(takings, Math.ceil((yield* generatedCases) / 10), ({ goes, rate }) =>
        Effect.gen(function* () {
          sender++
          let bucket: TokenBucket | null = null
          for (const { waited, wanted } of goes) {
            yield* TestClock.setTime(Math.max(begun, (yield* Clock.currentTimeMillis) + waited))
            const now = yield* store.now
            const [expected, left]: readonly [SendSlots, TokenBucket] = takeFromBucket(
              bucket ?? { level: fullLevel(rate), at: now },
              wanted,
              rate,
              now
            )
            const given = yield* store.takeSendSlots(workspace, `${sender}`, wanted, rate)
            yield* agree(`${wanted} after ${waited} ms`, given, expected)
            bucket = left
          }
          latest = Math.max(latest, yield* Clock.currentTimeMillis)
        })
      )
      yield* TestClock.setTime(latest)
    })
  )
]
