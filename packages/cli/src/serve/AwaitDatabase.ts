import { StorageError } from "@rollcall/core"
import { Clock, Duration, Effect, Exit, Schedule, Scope } from "effect"

/**
 * Opens a database. If it is down, tries again half a second after each failure, and logs that. No attempt begins later than
 * `wait` after the first attempt; an attempt may itself take long if the host does not answer. Any other failure is final at
 * once, such as a wrong password, an untrusted certificate or a database that does not exist.
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

/** Starts a stopwatch. The elapsed time is right even when the clock is set back. */
const stopwatch = Effect.map(Clock.monotonicTimeNanos, (start) =>
  Effect.map(Clock.monotonicTimeNanos, (now) => Duration.nanos(now - start))
)

/** Opens the database in a separate scope, so that nothing is left of a failed attempt. */
const attempt = Effect.fnUntraced(function* <A, E>(open: Effect.Effect<A, E, Scope.Scope>) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  return yield* Scope.provide(open, scope).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
})

/** Whether nothing answers at the address of the store. The store may be starting. */
const isAway = (error: unknown): error is StorageError => error instanceof StorageError && error.isAway === true
