import { Cause, Clock, Duration, Effect, Exit, Metric, Predicate, Schedule } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import type { WorkKind } from "../observability/WorkKind.ts"
import { metrics } from "../observability/Metrics.ts"
import { Outages } from "../observability/Outages.ts"
import { StorageError } from "../../shared/StorageError.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { DueWork } from "./DueWork.ts"

/** The pause after a failed iteration. */
const restAfterFailure = Duration.millis(500)

/**
 * Returns the store failure in a cause, directly or as the cause of another error. Returns null for any other error,
 * including `Corrupt`, `Conflict` and errors of a channel.
 */
const storeErrorIn = (cause: Cause.Cause<unknown>): StorageError | null => {
  for (const reason of cause.reasons) {
    let error: unknown = Cause.isFailReason(reason) ? reason.error : null
    for (let depth = 0; depth < 3; depth++) {
      if (error instanceof StorageError) {
        const isOfStore = error.reason !== "Corrupt" && error.reason !== "Conflict" && error.channel === undefined
        return isOfStore ? error : null
      }
      error = Predicate.hasProperty(error, "cause") ? error.cause : null
    }
  }
  return null
}

/**
 * Runs one iteration of a background loop. Logs a failure or a defect, waits 500 ms and succeeds. Also logs the first
 * success after a failure, and logs store failures once for all loops, see {@link Outages}. Interruptions pass through.
 */
export const runForever = <A, E, R>(loop: string, iteration: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Outages, (outages) =>
    Effect.flatMap(steadyMillis, (begun) =>
      iteration.pipe(
        Effect.andThen(Effect.suspend(() => (outages.any() ? outages.end(loop, begun) : Effect.void))),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : noteFailure(outages, loop, begun, cause).pipe(
                Effect.andThen(Metric.update(metrics.failures.of(loop), 1)),
                Effect.andThen(Effect.sleep(restAfterFailure))
              )
        )
      )
    )
  )

const noteFailure = Effect.fnUntraced(function* (
  outages: typeof Outages.Service,
  loop: string,
  begun: number,
  cause: Cause.Cause<unknown>
) {
  const lost = storeErrorIn(cause)
  if (lost !== null && (yield* outages.isOfAll(loop))) return yield* outages.lose(loop, begun, lost)
  yield* Effect.logError("an iteration of background work failed", cause).pipe(Effect.annotateLogs({ loop }))
  yield* outages.begin(loop, begun)
})

/**
 * Starts a background loop in the scope. It runs `sweep` at once, then whenever work of `kind` may be due, or after
 * `pollAfter` if the store can't report due work. It also removes finished queue jobs, at most once a minute.
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
 * Returns an effect that starts `effect` in a fiber of the scope and returns at once, so that a loop neither waits for
 * `effect` nor fails with it. Does nothing while the fiber runs, or within `pause` of its last start by a monotonic clock.
 * Logs a failure; the next call may then start `effect` again at once.
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

/** The maximum number of rows that one step of `forkRetention` removes. Other SQLite writers wait until the step ends. */
const stepSize = 1_000

const shortestPause = Duration.minutes(1)

/**
 * Starts a background loop in the scope that removes rows older than `keepFor`. The loop runs at once, then seven times per
 * `keepFor`, but at most once a minute. Each run calls `prune`, which removes up to `limit` rows and returns their number,
 * until a call removes fewer than 1,000 rows. The run then calls `report` with the total if any rows were removed.
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

/** Removes jobs that finished at least five minutes ago. Logs a failure; the next call tries again. */
const removeFinishedJobs = PersistedQueue.PersistedQueueStore.use(({ cleanup }) =>
  cleanup({ timeToLive: Duration.minutes(5), failedTimeToLive: undefined })
).pipe(Effect.catchCause((cause) => Effect.logWarning("finished jobs could not be removed", cause)))
