import { endHold, fullLevel, takePermits, type TokenBucket } from "@rollcall/core/sending"
import { DeliveryStore, holdPermits } from "@rollcall/core/storage"
import { Clock, DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { newWorkspace } from "../shared/Fixture.ts"

/** A rate, and requests for permits, each some milliseconds after the previous one. */
const takings = fc.record({
  rate: fc.record({ perSecond: fc.constantFrom(1 / 64, 0.7, 10, 80, 3_333), burst: fc.integer({ min: 1, max: 100 }) }),
  goes: fc.array(
    fc.record({
      wanted: fc.integer({ min: 1, max: 120 }),
      waited: fc.integer({ min: -1_500, max: 3_000 }),
      hold: fc.constantFrom(null, null, null, 0, 500, 2_500),
      ends: fc.constantFrom(false, false, true)
    }),
    { minLength: 1, maxLength: 12 }
  )
})

export const permitChecks: ReadonlyArray<Check> = [
  check(
    "B15: takePermits, holdPermits and endHold equal the functions to the millisecond, even if the clock goes back",
    function* () {
      const store = yield* DeliveryStore
      const workspace = yield* newWorkspace
      const begun = yield* Clock.currentTimeMillis
      let latest = begun
      let sender = 0
      yield* forAll(takings, Math.ceil((yield* generatedCases) / 10), function* ({ goes, rate }) {
        sender++
        let bucket: TokenBucket | null = null
        for (const { ends, hold, waited, wanted } of goes) {
          yield* TestClock.setTime(Math.max(begun, (yield* Clock.currentTimeMillis) + waited))
          const now = yield* DateTime.now
          const full: TokenBucket = { level: fullLevel(rate), at: now }
          if (hold !== null) {
            bucket = holdPermits(bucket ?? full, Duration.millis(hold), rate, now)
            yield* store.holdPermits(workspace, `${sender}`, Duration.millis(hold), rate)
          }
          if (ends) {
            bucket = endHold(bucket ?? full, now)
            yield* store.endHold(workspace, `${sender}`)
          }
          const [expected, left]: ReturnType<typeof takePermits> = takePermits(bucket ?? full, wanted, rate, now)
          const permits = yield* store.takePermits(workspace, `${sender}`, wanted, rate)
          yield* agree(`${wanted} after ${waited} ms`, permits, expected)
          bucket = left
        }
        latest = Math.max(latest, yield* Clock.currentTimeMillis)
      })
      yield* TestClock.setTime(latest)
    }
  ),

  check(
    "B15: concurrent requests share one bucket; every sender and every workspace (A1) has its own bucket",
    function* () {
      const store = yield* DeliveryStore
      const workspace = yield* newWorkspace
      const burst = { perSecond: 10, burst: 50 }
      for (const asked of [2, 40]) {
        const sender = `asked for ${asked}`
        const asks = Array.from({ length: 30 }, () => store.takePermits(workspace, sender, asked, burst))
        const permits = yield* Effect.all(asks, { concurrency: "unbounded" })
        const granted = permits.reduce((sum, { granted }) => sum + granted, 0)
        yield* agree("Together", granted, 50)
        const elsewhere = yield* store.takePermits(yield* newWorkspace, sender, 2, burst)
        yield* agree("Another workspace", elsewhere.granted, 2)
      }
      yield* agree("Another sender", (yield* store.takePermits(workspace, "4940", 2, burst)).granted, 2)
      yield* store.holdPermits(workspace, "4940", Duration.seconds(30), burst)
      const held = yield* store.takePermits(workspace, "4940", 2, burst)
      yield* agree("One that is to wait", [held.granted, Duration.toMillis(held.retryAfter)], [0, 30_000])
      yield* agree("Its neighbour", (yield* store.takePermits(workspace, "4941", 2, burst)).granted, 2)
    }
  )
]
