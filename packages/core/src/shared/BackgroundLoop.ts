import {
  Array as Arr,
  Cause,
  Context,
  Duration,
  Effect,
  Layer,
  Logger,
  type LogLevel,
  Predicate,
  Queue,
  References,
  Schedule
} from "effect"
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
  const removeJobs = yield* Effect.cachedWithTTL(removeFinishedJobs, Duration.minutes(1))
  const iteration = Effect.all([sweep, removeJobs, awaitDue(kind, pollAfter)], { discard: true })
  yield* Effect.forkScoped(Effect.forever(survive(loop, iteration)))
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
  yield* Effect.forkScoped(Effect.repeat(survive(loop, iteration), pause))
})

/** A warning or an error that is not logged again for a minute. */
interface RecentFailure {
  readonly level: LogLevel.Severity
  readonly annotations: Readonly<Record<string, unknown>>
  readonly message: ReadonlyArray<unknown>
  readonly cause: Cause.Cause<unknown>
  readonly repetitions: number
}

/** For how long repetitions of a failure are counted instead of logged. */
const countFor = Duration.minutes(1)

/**
 * Loggers for background work, which fails again and again while a store is away: a warning or an error that repeats
 * another is counted. After a minute one line has the last of them and their number, and so on until a minute passes
 * without one.
 */
const countingLoggers = Effect.gen(function* () {
  const loggers = yield* Logger.CurrentLoggers
  const recent = new Map<string, RecentFailure>()
  const begun = yield* Queue.make<string>()

  const counting = Logger.make<unknown, void>((options) => {
    const { cause, fiber, logLevel: level } = options
    if (level === "Warn" || level === "Error" || level === "Fatal") {
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      const message = Arr.ensure(options.message)
      const key = keyOf(level, message, cause, annotations)
      const earlier = recent.get(key)
      if (earlier !== undefined) {
        recent.set(key, { ...earlier, cause, message, repetitions: earlier.repetitions + 1 })
        return
      }
      recent.set(key, { annotations, cause, level, message, repetitions: 0 })
      Queue.offerUnsafe(begun, key)
    }
    for (const logger of loggers) logger.log(options)
  })

  const report = Effect.fnUntraced(function* (key: string) {
    for (;;) {
      yield* Effect.sleep(countFor)
      const failure = recent.get(key)
      if (failure === undefined || failure.repetitions === 0) break
      const { annotations, cause, level, message, repetitions } = failure
      recent.set(key, { ...failure, repetitions: 0 })
      yield* Effect.logWithLevel(level)(...message, cause).pipe(
        Effect.annotateLogs({ ...annotations, repetitions }),
        Effect.provideService(Logger.CurrentLoggers, loggers)
      )
    }
    recent.delete(key)
  })

  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(begun), (key) => Effect.forkScoped(report(key)))))
  return new Set([counting])
})

/** Failures with the same key repeat each other: their texts and causes may differ in details such as a port or a time. */
const keyOf = (
  level: string,
  message: ReadonlyArray<unknown>,
  cause: Cause.Cause<unknown>,
  annotations: Readonly<Record<string, unknown>>
): string => {
  const texts = message.map((part) => (typeof part === "string" ? part : kindOf(part)))
  const kinds = cause.reasons.map((reason) =>
    Cause.isFailReason(reason) ? kindOf(reason.error) : Cause.isDieReason(reason) ? kindOf(reason.defect) : reason._tag
  )
  return [level, ...texts, ...kinds, ...Object.entries(annotations).flat().map(String)].join("\n")
}

/** The tag or the name of an error, and its reason if it has one. */
const kindOf = (error: unknown): string => {
  if (!Predicate.isObject(error)) return typeof error
  const name = Predicate.hasProperty(error, "_tag") ? error._tag : error instanceof Error ? error.name : "object"
  return Predicate.hasProperty(error, "reason") ? `${String(name)} ${reasonOf(error.reason)}` : String(name)
}

const reasonOf = (reason: unknown): string => (typeof reason === "string" ? reason : kindOf(reason))

/** Counts repeated failures in the log of the layers that it is provided to, see {@link countingLoggers}. */
export const layerCountingLoggers: Layer.Layer<never> = Layer.effect(Logger.CurrentLoggers, countingLoggers)

/** Removes jobs that finished five minutes ago. A failure is logged: the next call removes them. */
const removeFinishedJobs = PersistedQueue.PersistedQueueStore.use(({ cleanup }) =>
  cleanup({ timeToLive: Duration.minutes(5), failedTimeToLive: undefined })
).pipe(Effect.catchCause((cause) => Effect.logWarning("finished jobs were not removed", cause)))
