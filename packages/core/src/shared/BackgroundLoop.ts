import { Cause, Duration, Effect } from "effect"

/** The pause after a failed iteration. */
const restAfterFailure = Duration.millis(500)

/** Runs one iteration of a background loop. Logs a failure and continues after 500 ms. */
export const survive = <A, E, R>(loop: string, iteration: Effect.Effect<A, E, R>) =>
  iteration.pipe(
    Effect.asVoid,
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logError("an iteration of background work failed", cause).pipe(
            Effect.annotateLogs({ loop }),
            Effect.andThen(Effect.sleep(restAfterFailure))
          )
    )
  )
