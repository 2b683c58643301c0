import type { DeadlineTimer } from "@rollcall/core/operations"
import { Cause, Context, Effect, Exit, Fiber, Scope } from "effect"
import { HttpServerError, type HttpServerResponse } from "effect/http"
import { RequestFacts, type RequestTime, type TimeUp } from "./RequestFacts.ts"

/** Why a request ended before its work was done: it timed out, or the server is stopping. */
export type Stopped = TimeUp | "stopping"

interface TimeOptions {
  readonly facts: RequestFacts & { readonly time: RequestTime }
  readonly ending: Scope.Scope
  readonly watch: DeadlineTimer
}

/**
 * Runs the work of a request, and returns its response or why it was stopped. The work is interrupted when it times out or
 * the request is interrupted. The request doesn't wait for the interrupted work to end, because an unresponsive database
 * may delay that. The scope of the work closes when the work has ended and the response is sent; `ending` closes after
 * both.
 */
export const withinTime = <E, R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { ending, facts, watch }: TimeOptions
) =>
  Effect.contextWith((request: Context.Context<R | Scope.Scope>) => {
    const scope = Scope.makeUnsafe()
    const context = Context.add(Context.add(request, Scope.Scope, scope), RequestFacts, facts)
    // Runs at once: if the store responds synchronously, most requests are done when this returns.
    const fiber = Effect.runForkWith(context)(work)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return responseOf(exit, scope)
    Fiber.runIn(fiber, ending)
    const abandon = Fiber.interrupt(fiber).pipe(
      Effect.andThen(Scope.close(scope, Exit.void)),
      Effect.forkIn(ending, { startImmediately: true, uninterruptible: true })
    )
    return firstOf(fiber, facts.time, watch).pipe(
      Effect.interruptible,
      Effect.catchCause((cause) =>
        isOfClient(cause) ? Effect.andThen(abandon, Effect.failCause(cause)) : Effect.succeed<Stopped>("stopping")
      ),
      Effect.flatMap((outcome) =>
        typeof outcome === "string" ? Effect.as(abandon, outcome) : responseOf(outcome, scope)
      )
    )
  })

/** Returns the response of work that has ended. Its body may use resources in the scope of the work. */
const responseOf = <E>(
  exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>,
  scope: Scope.Closeable
): Effect.Effect<HttpServerResponse.HttpServerResponse | Stopped, E, Scope.Scope> => {
  const response: Exit.Exit<HttpServerResponse.HttpServerResponse | Stopped, E> =
    Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Exit.succeed("stopping") : exit
  if (scope.state._tag === "Empty") return response
  return Effect.andThen(
    Effect.addFinalizer((exit) => Scope.close(scope, exit)),
    response
  )
}

/** Waits until the work ends or times out. */
const firstOf = <A, E>(work: Fiber.Fiber<A, E>, time: RequestTime, watch: DeadlineTimer) =>
  Effect.suspend(() => {
    let isUp: TimeUp | undefined
    let answer = (up: TimeUp): void => void (isUp = up)
    const timed = { left: (now: number) => time.left(now), onUp: () => answer(time.up) }
    return Effect.flatMap(watch.add(timed), (forget): Effect.Effect<Exit.Exit<A, E> | TimeUp> =>
      isUp !== undefined
        ? Effect.succeed(isUp)
        : Effect.callback((resume) => {
            answer = (up) => resume(Effect.succeed(up))
            const stop = work.addObserver((exit) => {
              forget()
              resume(Effect.succeed(exit))
            })
            return Effect.sync(() => {
              stop()
              forget()
            })
          })
    )
  })

/** Whether a request was interrupted because its client disconnected. */
const isOfClient = (cause: Cause.Cause<never>): boolean =>
  cause.reasons.some(
    (reason) => Cause.isInterruptReason(reason) && reason.annotations.has(HttpServerError.ClientAbort.key)
  )
