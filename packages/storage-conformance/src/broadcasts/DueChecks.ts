import { type AccessTokenStore, type BroadcastRef, BroadcastStore } from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../kernel/Check.ts"
import { calm, isDue, move, sending, standing, states, statusOf, stored, takeAllDue } from "./Fixture.ts"

const lease = Duration.minutes(1)

/** What `takeDue` and `lookAgain` promise: when somebody has to look at a broadcast (B1, B3). */
export const dueChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B3: a broadcast is due at its time and not before, and then left alone for as long as was said",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const scheduledAt = DateTime.add(yield* store.now, { hours: 1 })
      const { ref } = yield* stored({ scheduledAt })
      yield* TestClock.adjust(Duration.millis(3_600_000 - 1))
      yield* agree("A millisecond before", [yield* isDue(ref), yield* statusOf(ref)], [false, Option.some("scheduled")])
      yield* TestClock.adjust("1 millis")
      yield* agree("At its time", [yield* isDue(ref), yield* statusOf(ref)], [true, Option.some("sending")])
      yield* agree("At once again", yield* isDue(ref), false)
      yield* TestClock.adjust(Duration.millis(3_600_000 - 1))
      yield* agree("A millisecond before the next look", yield* isDue(ref), false)
      yield* TestClock.adjust("1 millis")
      yield* agree("At the next look", yield* isDue(ref), true)
      yield* store.lookAgain(ref, Duration.seconds(5))
      yield* TestClock.adjust("5 seconds")
      yield* agree("When somebody asked for it", yield* isDue(ref), true)
    })
  ),

  check(
    "of many that ask what is due, one gets a broadcast",
    Effect.gen(function* () {
      const refs = yield* Effect.replicateEffect(
        Effect.map(stored(), ({ ref }) => ref.broadcast),
        5
      )
      const taken = yield* Effect.all(
        Array.from({ length: 8 }, () => takeAllDue),
        { concurrency: "unbounded" }
      )
      const mine = taken
        .flat()
        .map(({ broadcast }) => broadcast)
        .filter((uuid) => refs.includes(uuid))
      yield* agree("Who was taken", mine.toSorted(), refs.toSorted())
    })
  ),

  check(
    "B3: takeDue gives at most as many as it is asked for, those first that wait longest for their start or for a look",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      yield* calm
      const looked = yield* sending()
      const lookedLater = yield* sending()
      const now = yield* store.now
      const starting = (seconds: number) => stored({ scheduledAt: DateTime.add(now, { seconds }) })
      const last = yield* starting(5)
      const third = yield* starting(3)
      yield* store.lookAgain(lookedLater.ref, Duration.seconds(4))
      yield* store.lookAgain(looked.ref, Duration.seconds(2))
      const first = yield* starting(1)
      yield* TestClock.adjust("5 seconds")
      for (const expected of [[first, looked], [third, lookedLater], [last], []]) {
        const due = yield* store.takeDue({ limit: 2, lookAgainAfter: Duration.hours(1) })
        yield* agree<ReadonlyArray<BroadcastRef>>(
          "Who is taken",
          due,
          expected.map(({ ref }) => ref)
        )
      }
    })
  ),

  check(
    "a look that somebody asks for takes the place of the one before, be that earlier or later",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { ref } = yield* sending()
      yield* store.lookAgain(ref, Duration.seconds(10))
      yield* store.lookAgain(ref, Duration.seconds(60))
      yield* TestClock.adjust(Duration.millis(59_999))
      yield* agree("A millisecond before the later one", yield* isDue(ref), false)
      yield* TestClock.adjust("1 millis")
      yield* agree("At the later one", yield* isDue(ref), true)
      yield* store.lookAgain(ref, Duration.seconds(60))
      yield* store.lookAgain(ref, Duration.seconds(10))
      yield* TestClock.adjust("10 seconds")
      yield* agree("At the earlier one", yield* isDue(ref), true)
      yield* TestClock.adjust("50 seconds")
      yield* agree("When it was to be before that", yield* isDue(ref), false)
    })
  ),

  check(
    "B3: a look that somebody asks for neither hurries what is scheduled nor holds it back",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { ref } = yield* stored({ scheduledAt: DateTime.add(yield* store.now, { minutes: 1 }) })
      yield* store.lookAgain(ref, Duration.zero)
      yield* agree("At once", [yield* isDue(ref), yield* statusOf(ref)], [false, Option.some("scheduled")])
      yield* store.lookAgain(ref, Duration.hours(2))
      yield* TestClock.adjust("1 minute")
      yield* agree("At its time", [yield* isDue(ref), yield* statusOf(ref)], [true, Option.some("sending")])
    })
  ),

  check(
    "B1: a broadcast that goes on is due at once, whenever it was to be looked at",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { ref } = yield* sending()
      yield* move(ref, "paused")
      yield* store.lookAgain(ref, Duration.hours(1))
      yield* move(ref, "sending")
      yield* agree("At once", yield* isDue(ref), true)
      yield* agree("At once again", yield* isDue(ref), false)
    })
  ),

  check(
    "B1: what is paused or over is not due, and a claim of it is stopped",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const status of states.filter((status) => status !== "scheduled" && status !== "sending")) {
        const { ref } = yield* standing(status)
        yield* store.lookAgain(ref, Duration.zero)
        yield* agree(`${status} is due`, yield* isDue(ref), false)
        yield* agree(`A claim when ${status}`, yield* store.claim(ref, { limit: 1, lease }), { _tag: "Stopped" })
      }
      const { ref } = yield* stored()
      yield* agree("A claim when scheduled", yield* store.claim(ref, { limit: 1, lease }), { _tag: "Stopped" })
    })
  )
]
