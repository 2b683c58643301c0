import { type Clock, Effect } from "effect"

/**
 * Returns a clock that stays at a timestamp, and sleeps like another clock. Adjusting the store's test clock instead
 * would run the store's background work, and could not go back in time.
 */
export const clockAt = (millis: number, clock: Clock.Clock): Clock.Clock => {
  const nanos = BigInt(millis) * 1_000_000n
  return {
    currentTimeMillisUnsafe: () => millis,
    currentTimeMillis: Effect.succeed(millis),
    currentTimeNanosUnsafe: () => nanos,
    currentTimeNanos: Effect.succeed(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}
