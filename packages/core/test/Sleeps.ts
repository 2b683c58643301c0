import { Clock, type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

/** Runs an effect on the test clock, and passes it a function that returns how often anything has slept on it. */
export const countingSleeps = <A, E, R>(use: (sleeps: () => number) => Effect.Effect<A, E, R>) =>
  TestClock.testClockWith((clock) => {
    let sleeps = 0
    const sleep = (duration: Duration.Duration) => Effect.suspend(() => (sleeps++, clock.sleep(duration)))
    return Effect.provideService(
      use(() => sleeps),
      Clock.Clock,
      { ...clock, sleep }
    )
  })
