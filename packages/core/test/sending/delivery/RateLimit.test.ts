import { assert, it } from "@effect/vitest"
import { fullLevel, takePermits, type TokenBucket } from "@rollcall/core/sending"
import { fillTime } from "@rollcall/core/storage"
import { DateTime, Duration } from "effect"
import * as fc from "fast-check"

const rate = fc.record({ perSecond: fc.integer({ min: 1, max: 500 }), burst: fc.integer({ min: 1, max: 100 }) })
const asks = fc.array(
  fc.record({ pause: fc.integer({ min: -50, max: 400 }), wanted: fc.integer({ min: 1, max: 120 }) }),
  { maxLength: 40 }
)
const at = (millis: number) => DateTime.makeUnsafe(millis)

it("B15: a bucket grants requests while it has permits, and never more than were filled in", () => {
  fc.assert(
    fc.property(rate, asks, (rate, asks) => {
      const begin = 10_000
      let bucket: TokenBucket = { level: fullLevel(rate), at: at(begin) }
      let [now, latest, total] = [begin, begin, 0]
      // Time that the clock repeats counts once, unless the clock went back by more than a bucket takes to be full.
      let [forward, isRepeated] = [0, false]
      for (const [index, { pause, wanted }] of asks.entries()) {
        if (index > 0) now += pause
        if (index > 0) forward += Math.max(0, pause)
        latest = Math.max(latest, now)
        isRepeated ||= latest - now > Duration.toMillis(fillTime(rate))
        const [{ granted }, next] = takePermits(bucket, wanted, rate, at(now))
        const left = next.level / 1_000
        assert.isAtLeast(left, 0)
        assert.isTrue(granted === wanted || left < 1)
        total += granted
        const filled = isRepeated ? forward : latest - begin
        assert.isAtMost(total, rate.burst + (filled / 1_000) * rate.perSecond)
        bucket = next
      }
    })
  )
})

it("B15: an empty bucket grants one permit after `retryAfter`, and not earlier", () => {
  fc.assert(
    fc.property(rate, (rate) => {
      const [first, empty] = takePermits({ level: fullLevel(rate), at: at(0) }, rate.burst, rate, at(0))
      assert.deepStrictEqual(first, { granted: rate.burst, retryAfter: Duration.zero })
      const ask = (millis: number) => takePermits(empty, 1, rate, at(millis))[0]
      const { granted, retryAfter } = ask(0)
      assert.strictEqual(granted, 0)
      const wait = Duration.toMillis(retryAfter)
      assert.strictEqual(ask(wait).granted, 1)
      assert.strictEqual(ask(wait - 1).granted, 0)
    })
  )
})
