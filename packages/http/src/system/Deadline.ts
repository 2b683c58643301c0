import { Cause, Effect, Exit, Fiber, Scope } from "effect"
import { HttpServerError, type HttpServerResponse } from "effect/http"
import { CurrentRequestTime, type RequestTime, steadyMillis, type TimeUp } from "../requests/RequestTime.ts"

/** Why a request is answered before its work has ended: its time is up, or the server stops. */
export type Stopped = TimeUp | "stopping"

/** How often the time of a request is looked at, in milliseconds: its phases change without a word. */
const lookEvery = 1_000

/**
 * Runs the work of a request, and returns its response, or why there is none. The work is interrupted when its time is up
 * and when the request is interrupted. The request does not wait for its end, which a database that does not answer may
 * delay. The scope of the work closes when the work has ended and the response is sent; `ending` closes after both.
 */
export const withinTime = <E, R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { ending, time }: { readonly time: RequestTime; readonly ending: Scope.Scope }
) =>
  Effect.gen(function* () {
    const request = yield* Effect.scope
    const scope = yield* Scope.make()
    const fiber = yield* work.pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provideService(CurrentRequestTime, time),
      Effect.forkIn(ending, { startImmediately: true })
    )
    const abandon = Fiber.interrupt(fiber).pipe(
      Effect.andThen(Scope.close(scope, Exit.void)),
      Effect.forkIn(ending, { startImmediately: true, uninterruptible: true })
    )
    const outcome =
      fiber.pollUnsafe() ??
      (yield* firstOf(fiber, yield* Effect.forkIn(timeUp(time), scope)).pipe(
        Effect.interruptible,
        Effect.catchCause((cause) =>
          isOfClient(cause) ? Effect.andThen(abandon, Effect.failCause(cause)) : Effect.succeed<Stopped>("stopping")
        )
      ))
    if (typeof outcome === "string") return yield* Effect.as(abandon, outcome)
    // The body of a response may come from what the scope holds.
    yield* Scope.addFinalizerExit(request, (exit) => Scope.close(scope, exit))
    return yield* Effect.catchCause(outcome, (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.succeed<Stopped>("stopping") : Effect.failCause(cause)
    )
  })

/** Waits for one of two fibers. It costs every request less than `Effect.raceFirst`, which forks two more. */
const firstOf = <A, E>(work: Fiber.Fiber<A, E>, timer: Fiber.Fiber<TimeUp>) =>
  Effect.callback<Exit.Exit<A, E> | TimeUp>((resume) => {
    const forget = [work.addObserver((exit) => resume(Effect.succeed(exit))), timer.addObserver((exit) => resume(exit))]
    return Effect.sync(() => forget.forEach((stop) => stop()))
  }).pipe(Effect.ensuring(Effect.sync(() => timer.interruptUnsafe())))

/** Returns what is up when the time of a request is. */
const timeUp = Effect.fnUntraced(function* (time: RequestTime) {
  for (;;) {
    const left = time.left(yield* steadyMillis)
    if (left <= 0) return time.up
    yield* Effect.sleep(Math.min(left, lookEvery))
  }
})

/** Whether a request was interrupted because its client has left. */
const isOfClient = (cause: Cause.Cause<never>): boolean =>
  cause.reasons.some(
    (reason) => Cause.isInterruptReason(reason) && reason.annotations.has(HttpServerError.ClientAbort.key)
  )
