import { Cause, Clock, Duration, Effect, Exit, Schedule } from "effect"
import { PersistedQueue } from "effect/persistence"
import { DueWork, type WorkKind } from "./DueWork.ts"

/** The pause after a failed iteration. */
const restAfterFailure = Duration.millis(500)

/** Runs one iteration of a background loop. Logs a failure and continues after 500 ms. */
export const runForever = <A, E, R>(loop: string, iteration: Effect.Effect<A, E, R>) =>
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
 * Starts a background loop that sweeps at once, and again whenever work of its kind may be due. It also removes
 * finished jobs, at most once a minute: while no work is due, none is added.
 */
export const forkSweep = Effect.fnUntraced(function* <E, R>(
  loop: string,
  kind: WorkKind,
  sweep: Effect.Effect<void, E, R>,
  pollAfter: Duration.Duration
) {
  const { awaitDue } = yield* DueWork
  const removeJobs = yield* besides("removal of finished jobs", Duration.minutes(1), removeFinishedJobs)
  const iteration = Effect.all([sweep, removeJobs, awaitDue(kind, pollAfter)], { discard: true })
  yield* Effect.forkScoped(Effect.forever(runForever(loop, iteration)))
})

/**
 * Returns an effect that starts another one in a fiber of the scope, so that a loop neither waits for it nor fails with
 * it; but not while that runs, nor until some time has passed since its last start, whatever the clock is set to. Logs a
 * failure. After one it may start again at once.
 */
export const besides = Effect.fnUntraced(function* <E, R>(
  loop: string,
  pause: Duration.Duration,
  effect: Effect.Effect<unknown, E, R>
) {
  const scope = yield* Effect.scope
  let startedAt: bigint | null = null
  let isRunning = false
  const run = Effect.onExit(effect, (exit) =>
    Effect.sync(() => {
      if (Exit.isFailure(exit)) startedAt = null
    })
  )
  const end = Effect.sync(() => {
    isRunning = false
  })
  return Effect.gen(function* () {
    const now = yield* Clock.monotonicTimeNanos
    if (isRunning || (startedAt !== null && now - startedAt < Duration.toNanosUnsafe(pause))) return
    isRunning = true
    startedAt = now
    yield* Effect.forkIn(Effect.ensuring(runForever(loop, run), end), scope)
  })
})

/** How many rows one step of `forkRetention` removes: what other writers on SQLite wait for. */
const stepSize = 1_000

const shortestPause = Duration.minutes(1)

/**
 * Starts a background loop that removes what is kept for longer than `keepFor` in short steps: at once, and then seven
 * times in this period, but not more than once a minute. `prune` removes up to `limit` rows and returns how many.
 */
export const forkRetention = Effect.fnUntraced(function* <E, R>(
  loop: string,
  keepFor: Duration.Duration,
  prune: (options: { readonly keepFor: Duration.Duration; readonly limit: number }) => Effect.Effect<number, E, R>,
  report: (removed: number) => Effect.Effect<void>
) {
  const iteration = Effect.gen(function* () {
    let removed = 0
    const step = Effect.map(prune({ keepFor, limit: stepSize }), (count) => {
      removed += count
      return count
    })
    yield* Effect.repeat(step, { until: (count) => count < stepSize }).pipe(
      Effect.ensuring(Effect.suspend(() => (removed > 0 ? report(removed) : Effect.void)))
    )
  })
  const pause = Schedule.spaced(Duration.max(shortestPause, Duration.times(keepFor, 1 / 7)))
  yield* Effect.forkScoped(Effect.repeat(runForever(loop, iteration), pause))
})

/** Removes jobs that finished five minutes ago. A failure is logged: the next call removes them. */
const removeFinishedJobs = PersistedQueue.PersistedQueueStore.use(({ cleanup }) =>
  cleanup({ timeToLive: Duration.minutes(5), failedTimeToLive: undefined })
).pipe(Effect.catchCause((cause) => Effect.logWarning("finished jobs were not removed", cause)))
