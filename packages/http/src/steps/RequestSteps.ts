import {
  type EndedRequest,
  makeDeadlineTimer,
  metrics,
  type Readiness,
  readTraceparent,
  steadyMillisOf
} from "@rollcall/core/operations"
import {
  Cause,
  Clock,
  Context,
  Effect,
  Layer,
  LogLevel,
  Option,
  Predicate,
  References,
  type Scope,
  Tracer
} from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Authorization from "../access/Authorization.ts"
import * as BroadcastsRequestErrors from "./BroadcastsRequestErrors.ts"
import * as ContactsRequestErrors from "./ContactsRequestErrors.ts"
import { busyRetryAfter } from "../errors/Refusals.ts"
import type { ServedPath, ServedPaths } from "../system/ServedPaths.ts"
import type { BodyLimits } from "../requests/body/BodyLimits.ts"
import { type Stopped, withinTime } from "../requests/Deadline.ts"
import {
  type RequestDeadlines,
  type RequestFacts,
  requestId,
  requestIdHeader,
  RequestTime
} from "../requests/RequestFacts.ts"

/** What bounds the time of requests. */
interface StepOptions {
  readonly deadlines: RequestDeadlines
  readonly limits: BodyLimits
  /** What answers a request in a shorter way than the router; null for a request that has none. */
  readonly short: (
    request: HttpServerRequest.HttpServerRequest,
    path: ServedPath
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> | null
  /** The scope for work that continues after its request was answered. */
  readonly ending: Scope.Scope
  readonly ended: Readiness["Service"]["ended"]
}

/**
 * Makes what answers every request of a router, step by step. The steps in the middle are those of an endpoint, see
 * {@link endpointSteps}: a webhook of a channel, a document, and a path that nothing is served at have none of them.
 * A request is interrupted when its client disconnects.
 */
export const requestSteps = (paths: ServedPaths, { deadlines, ended, ending, limits, short }: StepOptions) => {
  const watch = makeDeadlineTimer(ending)
  return <E, R>(router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    // 1. id. Every request takes these steps: written with as few effects as they can be, they take half of their time.
    Effect.contextWith((context: Context.Context<R | Scope.Scope | HttpServerRequest.HttpServerRequest>) =>
      Effect.flatMap(requestId, (id) => {
        const request = Context.get(context, HttpServerRequest.HttpServerRequest)
        const clock = Context.get(context, Clock.Clock)
        const begun = clock.currentTimeMillisUnsafe()
        // 2. time
        const started = steadyMillisOf(clock)
        const time = new RequestTime(started, deadlines, limits)
        const facts: RequestFacts & { readonly time: RequestTime } = { workspace: null, time }
        // 3. limits, 4. authorization, 5. body, 6. check, 7. handler
        const path = paths.find(request.method, request.url)
        const answering: Effect.Effect<
          HttpServerResponse.HttpServerResponse,
          E,
          R | HttpServerRequest.HttpServerRequest
        > = hasReadBody(request) ? refuseReadBody(paths, request, id) : ((path && short(request, path)) ?? router)
        const work = Effect.catchCause(answering, answerCause(paths, request, id))
        const route = path && path.route
        const outcome = traced(request, route, withinTime(work, { facts, ending, watch }))
        return Effect.annotateLogs(
          Effect.flatMap(outcome, (answer) => {
            // 8. answer
            const response = typeof answer === "string" ? stopped(paths, request, answer, time) : answer
            const { status } = response
            // 9. measure and log
            measureAnswer(context, request.method, { route, took: steadyMillisOf(clock) - started, status })
            const durationMs = clock.currentTimeMillisUnsafe() - begun
            const logged = logAnswer(paths, request, { route, status, workspace: facts.workspace, durationMs })
            return Effect.as(
              Effect.andThen(logged, ended({ begun: started, outcome: outcomeOf(request, facts, status) })),
              HttpServerResponse.setHeaders(response, {
                ...everyAnswer,
                "cache-control": response.headers["cache-control"] ?? "no-store",
                [requestIdHeader]: id
              })
            )
          }),
          { requestId: id }
        )
      })
    )
}

/**
 * The steps of a request to an endpoint, as the middleware that the API names for its area. What a step refuses is
 * answered in the envelope of the area, and the handler has not run.
 */
export const endpointSteps = (byTokens: Authorization.Authorize | null) =>
  Layer.mergeAll(
    // 3. limits, 4. authorization
    Authorization.layer(byTokens),
    // 5. body, 6. check
    ContactsRequestErrors.layer,
    BroadcastsRequestErrors.layer
  )

/** Whether something has read the body of a web request, which can be read once. */
const hasReadBody = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  Predicate.hasProperty(source, "bodyUsed") && source.bodyUsed === true

/** Answers a request whose body the host has read: 500, because no client can help it. */
const refuseReadBody = (paths: ServedPaths, { url }: HttpServerRequest.HttpServerRequest, id: string) => {
  const what =
    "The body was read before Rollcall got the request. Mount Rollcall before express.json() and other body parsers."
  return Effect.as(Effect.logError(what), paths.errorResponse(url, 500, `${what} The request is ${id}.`))
}

/** How a request ended for the store. A search is a POST, too. A request without a caller says nothing. */
const outcomeOf = (
  { method }: HttpServerRequest.HttpServerRequest,
  { outage, workspace }: RequestFacts,
  status: number
): EndedRequest["outcome"] => {
  if (outage !== undefined) return outage
  if (workspace === null || status < 200 || status >= 300) return "refused"
  return method === "GET" || method === "HEAD" || (method === "POST" && status === 200) ? "read" : "stored"
}

/**
 * Answers work that has failed. A path that is not served is 404; a method that the path is not served for is 405 with
 * those that it is. A defect is logged with its cause and answered 500 with the id alone.
 */
const answerCause =
  (paths: ServedPaths, request: HttpServerRequest.HttpServerRequest, id: string) =>
  <E>(cause: Cause.Cause<E>): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    if (isRouteNotFound(cause)) return Effect.succeed(notServed(paths, request))
    if (Cause.hasInterruptsOnly(cause))
      return Effect.failCause(Cause.fromReasons<never>(cause.reasons.filter(Cause.isInterruptReason)))
    return Effect.as(
      Effect.logError("The request failed", cause),
      paths.errorResponse(request.url, 500, `The server failed while it answered the request ${id}.`)
    )
  }

const isRouteNotFound = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isFailReason(reason) &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

const notServed = (paths: ServedPaths, { method, url }: HttpServerRequest.HttpServerRequest) => {
  const allowed = paths.methodsOf(url)
  // A method that is served and was not found: the router took the path for too long.
  return allowed.length === 0 || allowed.includes(method)
    ? paths.errorResponse(url, 404, paths.nothingAt(url))
    : paths.errorResponse(url, 405, `This path takes ${allowed.join(", ")}.`, { allow: allowed.join(", ") })
}

/** Answers a request whose work was stopped before it had ended: 503, or 408 if its body arrives too slowly. */
const stopped = (
  paths: ServedPaths,
  { method, url }: HttpServerRequest.HttpServerRequest,
  why: Stopped,
  time: RequestTime
) => {
  const change =
    method === "GET" || method === "HEAD" ? "" : " Look whether the change was made before you send it again."
  switch (why) {
    case "slow":
      return paths.errorResponse(url, 408, time.tooSlow, { connection: "close" })
    case "over":
      return paths.errorResponse(url, 503, `${time.tooLong}${change}`, { "retry-after": busyRetryAfter })
    case "busy":
      return paths.errorResponse(url, 503, "The server is busy with other requests; try again.", {
        "retry-after": busyRetryAfter
      })
    case "stopping":
      return paths.errorResponse(url, 503, `The server is stopping.${change}`, { "retry-after": busyRetryAfter })
  }
}

/**
 * Headers of every answer: it is what its content type says and nothing else. No cache keeps what a token opened, and only
 * what is the same for all says otherwise.
 */
const everyAnswer = { "x-content-type-options": "nosniff" }

/**
 * Runs a request in a span, where spans are created: in the trace that its `traceparent` names, or that of the host around
 * it. The span has the template of the path and not the path, which may name a person.
 */
const traced = <E, R>(
  { headers, method }: HttpServerRequest.HttpServerRequest,
  route: string | null,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse | Stopped, E, R>
) =>
  Effect.flatMap(References.TracerEnabled, (isEnabled) => {
    if (!isEnabled) return answer
    const name = route === null ? method : `${method} ${route}`
    const attributes = { "http.request.method": method, ...(route !== null && { "http.route": route }) }
    const spanOf = (parent: Tracer.AnySpan | undefined) =>
      Effect.useSpan(name, { kind: "server", attributes, ...(parent && { parent }) }, (span) =>
        Effect.updateContext(answer, (context: Context.Context<R>) =>
          Context.add(context, Tracer.ParentSpan, span)
        ).pipe(
          Effect.tap((given) =>
            Effect.sync(() => {
              if (typeof given !== "string") span.attribute("http.response.status_code", given.status)
            })
          )
        )
      )
    return Effect.flatMap(Effect.serviceOption(Tracer.ParentSpan), (around) =>
      spanOf(Option.getOrUndefined(Option.orElse(around, () => readTraceparent(headers["traceparent"] ?? ""))))
    )
  })

/** The methods that have their own series: others are whatever a client makes up. */
const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Measures an answer that took so many milliseconds. The route is left out for what no endpoint serves. */
const measureAnswer = (
  context: Context.Context<never>,
  method: string,
  { route, status, took }: { readonly route: string | null; readonly took: number; readonly status: number }
): void =>
  metrics.requests
    .of(knownMethods.has(method) ? method : "_OTHER", route, String(status))
    .updateUnsafe(took / 1_000, context)

/**
 * Logs one line for each answer; at level debug for those to a load balancer. The route is null for what no endpoint
 * serves, and the workspace for a request without a caller.
 */
const logAnswer = (
  paths: ServedPaths,
  request: HttpServerRequest.HttpServerRequest,
  answer: Pick<RequestFacts, "workspace"> & {
    readonly durationMs: number
    readonly route: string | null
    readonly status: number
  }
) => {
  const { durationMs, route, status, workspace } = answer
  const { method } = request
  const path = pathOf(request)
  const level = paths.isProbe(path) ? "Debug" : "Info"
  return Effect.flatMap(LogLevel.isEnabled(level), (isEnabled) =>
    isEnabled
      ? Effect.annotateLogs(Effect.logWithLevel(level)("Answered"), {
          method,
          path,
          route,
          status,
          workspace,
          durationMs
        })
      : Effect.void
  )
}

/** The path of a request. Its query may hold what does not belong in a log. */
const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split(/[?#;]/, 1).join()
