import { refKey } from "@rollcall/core/sending"
import {
  BroadcastStore,
  ContactImportStore,
  Delivery,
  DeliveryStore,
  type ImportRef,
  Transaction
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Equal } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { claimAlone, claim, newBroadcast, publish, refOf, sending, stage } from "../fixtures/BroadcastFixture.ts"
import { rowsOf, storedImport } from "../fixtures/ImportFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { claimedArbitrary, retriedArbitrary } from "../fixtures/DeliveryArbitrary.ts"
import { populate, populationArbitrary, populationOf } from "../fixtures/Population.ts"

const hour = Duration.hours(1)
const all = 100_000

/** Runs an effect with the clock set back, then restores the clock and adds the elapsed time. */
const setBack = <A, E, R>(by: Duration.Duration, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const now = yield* DateTime.now
    yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.subtractDuration(now, by)))
    const result = yield* effect
    const passed = DateTime.distance(DateTime.subtractDuration(now, by), yield* DateTime.now)
    yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.addDuration(now, passed)))
    return result
  })

/** Checks that setting the clock back delays work by at most the time that work normally waits. */
export const clockChecks: ReadonlyArray<Check> = [
  check("B15: after the clock is set back, a sender continues within its bucket's fill time", function* () {
    const store = yield* DeliveryStore
    const workspace = yield* newWorkspace
    const rate = { perSecond: 10, burst: 20 }
    const take = (wanted: number) =>
      Effect.map(store.takePermits(workspace, "4930", wanted, rate), ({ granted }) => granted)
    yield* TestClock.adjust(hour)
    yield* agree("At first", yield* take(20), 20)
    yield* setBack(
      hour,
      Effect.gen(function* () {
        yield* agree("At once", yield* take(1), 0)
        yield* TestClock.adjust("2 seconds")
        yield* agree("Nothing is counted twice", yield* take(1), 0)
        yield* TestClock.adjust("1 second")
        yield* agree("A second later", yield* take(20), 10)
      })
    )
  }),

  check(
    "B12: shortenLeases equals Delivery.shortenLease on each delivery, even after the clock is set back",
    function* () {
      const store = yield* DeliveryStore
      const plan = fc.record({
        deliveries: fc.oneof(populationArbitrary, populationOf(claimedArbitrary)),
        lease: fc.constantFrom(1, 10, 30).map((seconds) => Duration.seconds(seconds)),
        back: fc.constantFrom(0, 5, 3_600).map((seconds) => Duration.seconds(seconds))
      })
      yield* TestClock.adjust(hour)
      yield* forAll(plan, Math.ceil((yield* generatedCases) / 3), function* ({ back, deliveries, lease }) {
        yield* store.expireLeases({ limit: all, askAgainAfter: Duration.zero })
        const { after, before } = yield* populate(deliveries)
        yield* setBack(
          back,
          Effect.gen(function* () {
            const now = yield* DateTime.now
            const shorten = store.shortenLeases({ limit: all, lease })
            const count = yield* shorten
            const expected = before.map((row) => Delivery.shortenLease(row, lease, now))
            const changed = expected.filter((row, index) => row !== before[index])
            yield* agree("The deliveries", yield* after, expected)
            yield* holds("How many", count >= changed.length, { count, changed })
            yield* agree("Again", yield* shorten, 0)
          })
        )
      })
    }
  ),

  check("B12: a lease from a clock that was ahead ends one lease length later, and not earlier", function* () {
    const store = yield* DeliveryStore
    const lease = Duration.seconds(20)
    yield* TestClock.adjust(hour)
    const { ref } = yield* sending()
    const transaction = yield* Transaction
    const claimed = yield* claim(ref, 1)
    yield* transaction.run(store.beginSends(ref, claimed, lease))
    const isExpired = Effect.map(store.expireLeases({ limit: all, askAgainAfter: lease }), (expired) =>
      expired.some((one) => refKey(one.ref) === refKey(ref))
    )
    yield* setBack(
      hour,
      Effect.gen(function* () {
        yield* store.shortenLeases({ limit: all, lease })
        yield* TestClock.adjust("19999 millis")
        yield* agree("Before", yield* isExpired, false)
        yield* TestClock.adjust("1 millis")
        yield* agree("After", yield* isExpired, true)
      })
    )
  }),

  check("B15: after the clock is set back, claim takes the same retries as Delivery.claim", function* () {
    const lease = Duration.seconds(20)
    const plan = fc.record({
      deliveries: populationOf(retriedArbitrary),
      back: fc.constantFrom(1, 10, 15, 30, 3_600).map((seconds) => Duration.seconds(seconds))
    })
    yield* TestClock.adjust(hour)
    yield* forAll(plan, Math.ceil((yield* generatedCases) / 3), function* ({ back, deliveries }) {
      const { after, before, ref } = yield* populate(deliveries)
      yield* setBack(
        back,
        Effect.gen(function* () {
          const now = yield* DateTime.now
          const leaseUntil = DateTime.addDuration(now, lease)
          // The first call claims the deliveries that were never released.
          yield* claimAlone(ref, { begin: 0, limit: all, lease })
          yield* claimAlone(ref, { begin: 0, limit: all, lease })
          const own = (row: Delivery.Delivery) => refKey(Delivery.broadcastOf(row)) === refKey(ref)
          const expected = before.map((row) => (own(row) ? Delivery.claim(row, leaseUntil, now) : row))
          yield* agree("The deliveries", yield* after, expected)
        })
      )
    })
  }),

  check(
    "B1, B3: after the clock is set back, a sending broadcast is checked soon, and a schedule is unchanged",
    function* () {
      const store = yield* BroadcastStore
      const after = Duration.seconds(30)
      const isDue = (ref: ReturnType<typeof refOf>) =>
        Effect.map(store.claimDue({ limit: all, nextCheckAfter: after }), (due) =>
          due.some((one) => refKey(one.ref) === refKey(ref))
        )
      yield* TestClock.adjust(hour)
      const { ref } = yield* sending()
      yield* store.update(ref, { nextCheckAfter: after })
      const scheduled = yield* newBroadcast()
      yield* stage(scheduled, [])
      yield* publish(refOf(scheduled))
      yield* setBack(
        hour,
        Effect.gen(function* () {
          yield* store.shortenChecks(after)
          yield* agree("Before", yield* isDue(ref), false)
          yield* TestClock.adjust(after)
          yield* agree("After", yield* isDue(ref), true)
          yield* agree("The scheduled one", yield* isDue(refOf(scheduled)), false)
        })
      )
      yield* agree("The scheduled one, at its time", yield* isDue(refOf(scheduled)), true)
    }
  ),

  check("I1: after the clock is set back, an import is checked soon", function* () {
    const store = yield* ContactImportStore
    const after = Duration.seconds(10)
    yield* TestClock.adjust(hour)
    const { ref } = yield* storedImport(rowsOf(1))
    const isDue = Effect.map(store.claimDue({ limit: all, nextCheckAfter: after }), (due: ReadonlyArray<ImportRef>) =>
      due.some((one) => Equal.equals(one, ref))
    )
    yield* setBack(
      hour,
      Effect.gen(function* () {
        yield* agree("At once", yield* isDue, false)
        yield* store.shortenChecks(after)
        yield* TestClock.adjust("9999 millis")
        yield* agree("Before", yield* isDue, false)
        yield* TestClock.adjust("1 millis")
        yield* agree("After", yield* isDue, true)
      })
    )
  })
]
