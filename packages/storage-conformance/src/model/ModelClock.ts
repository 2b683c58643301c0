import { type Clock, Effect } from "effect"

/**
 * A clock that stands at an instant, and waits as another one does. Moving the clock of the store itself would run all
 * that it does now and then, and could not go back.
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
