import type { StorageError } from "@rollcall/core"
import { Clock, Duration, Effect, Exit, Predicate, Schedule, Scope } from "effect"
import { innermost, whyUnusable } from "./StartRefused.ts"

/**
 * Opens a database. One that is down is tried again half a second after each failure, and the log says so. No attempt
 * begins later than `wait` after the first one: an attempt may itself take long, against a host that does not answer. Any
 * other failure, such as a wrong password, a certificate that is not trusted or a database that does not exist, is final
 * at once.
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
    const isAwaited = (error: E | StorageError) => (isDown(error) ? isLeft : Effect.succeed(false))
    return yield* Effect.catchIf(openOnce, isDown, (error) => {
      if (Duration.isZero(wait)) return Effect.fail(error)
      return Effect.logWarning(`${name}: ${whyUnusable(error)}; waiting for it, ${Duration.format(wait)} at most`).pipe(
        Effect.andThen(Effect.retry(openOnce, { while: isAwaited, schedule: Schedule.spaced("500 millis") })),
        Effect.tap(Effect.logInfo(`${name}: the database answers`))
      )
    })
  })

/** Starts to measure time, and returns what has passed since, also when the clock is set back. */
const stopwatch = Effect.map(Clock.monotonicTimeNanos, (start) =>
  Effect.map(Clock.monotonicTimeNanos, (now) => Duration.nanos(now - start))
)

/** Opens the database in a scope of its own, so that nothing is left of an attempt that failed. */
const attempt = Effect.fnUntraced(function* <A, E>(open: Effect.Effect<A, E, Scope.Scope>) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  return yield* Scope.provide(open, scope).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
})

/** A server that starts, that ends, or that has no connection left. */
const downCodes: ReadonlySet<string> = new Set(["57P03", "57P01", "57P02", "53300"])

/**
 * The codes of connections that fail again until somebody changes something: of TLS, of certificates, and of a socket
 * that this user may not use.
 */
const finalCodes = /^(?:ERR_|EACCES$|EPERM$|.*CERT|UNABLE_TO_|HOSTNAME_MISMATCH$)/

/**
 * What PgBouncer says of what somebody has to change. Its code is the same as that of a database that is down: a violation of
 * the protocol.
 */
const poolerCode = "08P01"
const finalWords = /^(?:(?:SASL|password) authentication failed|no such (?:user|database)|login rejected)/

const isDown = (error: unknown): boolean => {
  const cause = innermost(error)
  const code = codeOf(cause)
  const isFinal =
    finalCodes.test(code) || refusesTls(error) || (code === poolerCode && finalWords.test(messageOf(cause)))
  return downCodes.has(code) || (hasConnectionError(error) && !isFinal)
}

const messageOf = (cause: unknown): string => (Predicate.hasProperty(cause, "message") ? String(cause.message) : "")

const codeOf = (cause: unknown): string => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "")

/** Whether the server answers that it has no TLS. The driver says so in words alone. */
const refusesTls = (error: unknown): boolean =>
  Predicate.hasProperty(error, "message") && error.message === "PgConnection: Server refused TLS"
    ? true
    : Predicate.hasProperty(error, "cause") && refusesTls(error.cause)

const hasConnectionError = (error: unknown): boolean =>
  Predicate.isTagged(error, "ConnectionError") ||
  (Predicate.hasProperty(error, "cause") && hasConnectionError(error.cause))
