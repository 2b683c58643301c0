import { Cause, Duration, Effect } from "effect"

/** How long a loop rests after a round of it failed. */
const restAfterFailure = Duration.millis(500)

/** One round of a loop that serves everybody: it outlives its failure, which is told. */
export const survive = <A, E, R>(loop: string, round: Effect.Effect<A, E, R>) =>
  round.pipe(
    Effect.asVoid,
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logError("a round of background work failed", cause).pipe(
            Effect.annotateLogs({ loop }),
            Effect.andThen(Effect.sleep(restAfterFailure))
          )
    )
  )
