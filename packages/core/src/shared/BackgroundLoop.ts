import { Cause, Context, Duration, Effect, Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import type { StorageError } from "./StorageError.ts"

/** What background loops look for: broadcasts with a check or a lease that is due, or imports that are due. */
export type WorkKind = "broadcasts" | "imports"

/** Port: when background loops look for work. */
export class DueWork extends Context.Service<
  DueWork,
  {
    /**
     * Waits until work of a kind may be due. A store that does not know, because other processes write to it, waits for
     * `pollAfter`. One that knows returns when work is due: at once if it is already, and also if a commit during
     * the wait makes it so.
     */
    readonly awaitDue: (kind: WorkKind, pollAfter: Duration.Duration) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/shared/DueWork") {
  /** For a store that other processes write to. */
  static readonly layerPolling = Layer.succeed(DueWork, { awaitDue: (_kind, pollAfter) => Effect.sleep(pollAfter) })
}

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

/**
 * Starts a background loop that sweeps at once, and again whenever work of its kind may be due. It also removes finished
 * jobs, at most once a minute: while no work is due, none is added.
 */
export const forkSweep = Effect.fnUntraced(function* <E, R>(
  loop: string,
  kind: WorkKind,
  sweep: Effect.Effect<void, E, R>,
  pollAfter: Duration.Duration
) {
  const { awaitDue } = yield* DueWork
  const removeJobs = yield* Effect.cachedWithTTL(removeFinishedJobs, Duration.minutes(1))
  const iteration = Effect.all([sweep, removeJobs, awaitDue(kind, pollAfter)], { discard: true })
  yield* Effect.forkScoped(Effect.forever(survive(loop, iteration)))
})

/** Removes jobs that finished five minutes ago. A failure is logged: the next call removes them. */
const removeFinishedJobs = PersistedQueue.PersistedQueueStore.use(({ cleanup }) =>
  cleanup({ timeToLive: Duration.minutes(5), failedTimeToLive: undefined })
).pipe(Effect.catchCause((cause) => Effect.logWarning("finished jobs were not removed", cause)))
