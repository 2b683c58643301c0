import { makeDeadlineTimer } from "@rollcall/core/background"
import { steadyMillis } from "@rollcall/core/shared"
import { Cause, Clock, Effect, LogLevel, type Scope } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { busyRetryAfter } from "../errors/Refusals.ts"
import type { BodyLimits } from "../requests/body/BodyLimits.ts"
import { type RequestFacts, requestId, requestIdHeader } from "../requests/RequestFacts.ts"
import { type RequestDeadlines, RequestTime } from "../requests/RequestTime.ts"
import { type Stopped, withinTime } from "./Deadline.ts"
import type { ServedPaths } from "./ServedPaths.ts"

/** What bounds the time of requests. */
interface AnswerOptions {
  readonly deadlines: RequestDeadlines
  readonly limits: BodyLimits
  /** The scope that work ends in whose request was answered without it. */
  readonly ending: Scope.Scope
}

/**
 * Answers every request of a router. It gives the request an id, which is in the answer and in every line of its log. A
 * path that is not served is 404; a method that the path is not served for is 405 with those that it is. A defect is
 * logged with its cause and answered 500 with the id alone (W5, W6). A request is interrupted when its client
 * disconnects. One whose time is up is stopped and answered at once: 503, or 408 if its body arrives too slowly (W10).
 */
export const answering = (paths: ServedPaths, { deadlines, ending, limits }: AnswerOptions) => {
  const watch = makeDeadlineTimer(ending)
  return <E, R>(router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const id = yield* requestId
      const begun = yield* Clock.currentTimeMillis
      const time = new RequestTime(yield* steadyMillis, deadlines, limits)
      const facts: RequestFacts & { readonly time: RequestTime } = { workspace: null, time }
      const work = router.pipe(
        Effect.catchCause((cause) => {
          if (isRouteNotFound(cause)) return Effect.succeed(notServed(paths, request))
          if (Cause.hasInterruptsOnly(cause))
            return Effect.failCause(Cause.fromReasons<never>(cause.reasons.filter(Cause.isInterruptReason)))
          return Effect.as(
            Effect.logError("The request failed", cause),
            paths.errorResponse(request.url, 500, `The server failed while it answered the request ${id}.`)
          )
        })
      )
      const response = yield* withinTime(work, { facts, ending, watch }).pipe(
        Effect.map((answer) => (typeof answer === "string" ? stopped(paths, request, answer, time) : answer)),
        Effect.tap(({ status }) => logAnswer(paths, request, { begun, status, workspace: facts.workspace })),
        Effect.annotateLogs({ requestId: id })
      )
      return HttpServerResponse.setHeaders(response, { ...everyAnswer, [requestIdHeader]: id })
    })
}

/** The answer to a request whose work is stopped before it has ended. */
const stopped = (
  paths: ServedPaths,
  { method, url }: HttpServerRequest.HttpServerRequest,
  why: Stopped,
  time: RequestTime
) => {
  const change =
    method === "GET" || method === "HEAD"
      ? ""
      : " A change is stored as a whole or not at all: look whether it is before you send it again."
  switch (why) {
    case "slow":
      return paths.errorResponse(url, 408, time.tooSlow, { connection: "close" })
    case "over":
      return paths.errorResponse(url, 503, `${time.tooLong}${change}`, { "retry-after": busyRetryAfter })
    case "stopping":
      return paths.errorResponse(url, 503, `The server is stopping.${change}`, { "retry-after": busyRetryAfter })
  }
}

/**
 * Headers of every answer: it is what its content type says and nothing else, and no cache keeps what a token opened.
 */
const everyAnswer = { "x-content-type-options": "nosniff", "cache-control": "no-store" }

/**
 * Logs one line for each answer; at level debug for those to a load balancer. The route is null for what no endpoint
 * serves, and the workspace for a request without a caller.
 */
const logAnswer = Effect.fnUntraced(function* (
  paths: ServedPaths,
  request: HttpServerRequest.HttpServerRequest,
  { begun, ...answer }: Pick<RequestFacts, "workspace"> & { readonly begun: number; readonly status: number }
) {
  const { method, url } = request
  const path = pathOf(request)
  const level = paths.isHealth(path) ? "Debug" : "Info"
  if (!(yield* LogLevel.isEnabled(level))) return
  const durationMs = (yield* Clock.currentTimeMillis) - begun
  yield* Effect.logWithLevel(level)("Answered").pipe(
    Effect.annotateLogs({ method, path, route: paths.routeOf(method, url), ...answer, durationMs })
  )
})

const isRouteNotFound = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isFailReason(reason) &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

/** The path of a request. Its query may hold what does not belong in a log. */
const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split(/[?#;]/, 1).join()

const notServed = (paths: ServedPaths, { method, url }: HttpServerRequest.HttpServerRequest) => {
  const allowed = paths.methodsOf(url)
  // A method that is served and was not found: the router took the path for too long.
  return allowed.length === 0 || allowed.includes(method)
    ? paths.errorResponse(url, 404, "There is nothing at this path.")
    : paths.errorResponse(url, 405, `This path takes ${allowed.join(", ")}.`, { allow: allowed.join(", ") })
}
