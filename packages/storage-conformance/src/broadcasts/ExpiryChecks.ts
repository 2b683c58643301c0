import { type AccessTokenStore, type BroadcastRef, BroadcastStore, neverSent } from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { accounts, calm, isDue, move, sending, statusOf, stored } from "./Fixture.ts"

const lease = Duration.minutes(1)

/** What the end of a broadcast's time brings about (B3). */
export const expiryChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B3: at its end a broadcast expires, whatever it was about to do",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const validUntil = DateTime.add(yield* store.now, { minutes: 1 })
      const waiting = yield* stored({ validUntil, scheduledAt: DateTime.add(validUntil, { minutes: 1 }) })
      const running = yield* sending({ validUntil })
      const paused = yield* sending({ validUntil })
      yield* move(paused.ref, "paused")
      const cancelled = yield* sending({ validUntil })
      yield* move(cancelled.ref, "cancelled")
      const refs = [waiting.ref, running.ref, paused.ref]

      const expire = Effect.map(
        store.expireOverdue({ limit: 100_000, pendingError: neverSent("expired") }),
        (expired) => expired.map(({ broadcast }) => broadcast)
      )
      yield* TestClock.adjust(Duration.millis(59_999))
      const early = yield* expire
      yield* holds("Not a millisecond before", !refs.some(({ broadcast }) => early.includes(broadcast)), early)
      yield* TestClock.adjust("1 millis")
      yield* store.lookAgain(running.ref, Duration.zero)
      yield* agree("A claim at the end", yield* store.claim(running.ref, { limit: 1, lease }), { _tag: "Stopped" })
      yield* agree("It is due", yield* isDue(running.ref), false)
      const expired = yield* expire
      yield* holds(
        "All three expire",
        refs.every(({ broadcast }) => expired.includes(broadcast)),
        expired
      )
      yield* holds("One that is over does not", !expired.includes(cancelled.ref.broadcast), expired)
      for (const ref of refs) {
        yield* agree("Its state", yield* statusOf(ref), Option.some("expired"))
        const errors = (yield* accounts(ref)).map(({ error, status }) => [status, error])
        yield* agree(
          "Its accounts",
          errors,
          Array.from({ length: 3 }, () => ["rejected", neverSent("expired")])
        )
      }
      const again = yield* expire
      yield* holds("They expire once", !refs.some(({ broadcast }) => again.includes(broadcast)), again)
    })
  ),

  check(
    "B3: expireOverdue moves at most as many as it is asked for, those first that are longest over their end",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      yield* calm
      const now = yield* store.now
      const validFor = (seconds: number) => ({ validUntil: DateTime.add(now, { seconds }) })
      const third = yield* sending(validFor(3))
      const first = yield* sending(validFor(1))
      const fourth = yield* stored({ ...validFor(4), scheduledAt: DateTime.add(now, { seconds: 9 }) })
      const second = yield* sending(validFor(2))
      yield* move(second.ref, "paused")
      yield* TestClock.adjust("4 seconds")
      for (const expected of [[first], [second, third], [fourth], []]) {
        const options = { limit: Math.max(1, expected.length), pendingError: neverSent("expired") }
        yield* agree<ReadonlyArray<BroadcastRef>>(
          "Who expires",
          yield* store.expireOverdue(options),
          expected.map(({ ref }) => ref)
        )
        for (const { ref } of expected) yield* agree("Its state", yield* statusOf(ref), Option.some("expired"))
      }
    })
  )
]
