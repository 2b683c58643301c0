import { StorageError } from "@rollcall/core"
import { Clock, Duration, Effect, Exit, Schedule, Scope } from "effect"

/**
 * Opens a database. If it is unavailable, retries every half second and logs each failure. No attempt starts later than
 * `wait` after the first; an attempt itself may take long if the host doesn't respond. Any other error is final, such as a
 * wrong password, an untrusted certificate or a missing database.
 */
export const awaitDatabase = <A, E extends { readonly _tag: string }>(
  open: Effect.Effect<A, E | StorageError, Scope.Scope>,
  name: string,
  wait: Duration.Duration
): Effect.Effect<A, E | StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    const openOnce = attempt(open)
    const elapsed = yield* stopwatch
    const isLeft = Effect.map(elapsed, (spent) => Duration.isLessThan(spent, wait))
    const isAwaited = (error: E | StorageError) => (isAway(error) ? isLeft : Effect.succeed(false))
    return yield* Effect.catchIf(openOnce, isAway, (error) => {
      if (Duration.isZero(wait)) return Effect.fail(error)
      return Effect.logWarning(`${name}: ${error.message} Waiting for it, ${Duration.format(wait)} at most.`).pipe(
        Effect.andThen(Effect.retry(openOnce, { while: isAwaited, schedule: Schedule.spaced("500 millis") })),
        Effect.tap(Effect.logInfo(`${name}: the database answers`))
      )
    })
  })

/** Starts a stopwatch. Clock changes don't affect the elapsed time. */
const stopwatch = Effect.map(Clock.monotonicTimeNanos, (start) =>
  Effect.map(Clock.monotonicTimeNanos, (now) => Duration.nanos(now - start))
)

/** Opens the database in a separate scope, so that a failed attempt leaves nothing behind. */
const attempt = Effect.fnUntraced(function* <A, E>(open: Effect.Effect<A, E, Scope.Scope>) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  return yield* Scope.provide(open, scope).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
})

/** Whether the store is unreachable. It may be starting. */
const isAway = (error: unknown): error is StorageError => error instanceof StorageError && error.isAway === true
