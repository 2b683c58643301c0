import { type Clock, Effect } from "effect"

/**
 * A clock that stands at a timestamp, and sleeps as another one does. Adjusting the test clock of the store would run its
 * background work, and could not go back.
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
