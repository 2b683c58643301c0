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

interface StepOptions {
  readonly deadlines: RequestDeadlines
  readonly limits: BodyLimits
  /** Handles a request without the router; null if the request has no short path. */
  readonly short: (
    request: HttpServerRequest.HttpServerRequest,
    path: ServedPath
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> | null
  /** The scope of work that continues after the response. */
  readonly ending: Scope.Scope
  readonly ended: Readiness["Service"]["ended"]
}

/**
 * Makes a handler for every request to a router, in steps. The steps in the middle run only for endpoints, see {@link
 * endpointSteps}; webhooks of channels, documents and unknown paths skip them. A request is interrupted when its client
 * disconnects.
 */
export const requestSteps = (paths: ServedPaths, { deadlines, ended, ending, limits, short }: StepOptions) => {
  const watch = makeDeadlineTimer(ending)
  return <E, R>(router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    // 1. id. Every request takes these steps. They use few effects, because effects take half of their time.
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
            // 8. response
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
 * The steps of a request to an endpoint, as the middleware that the API names for its area. If a step refuses the request,
 * the response has the format of the area, and the handler doesn't run.
 */
export const endpointSteps = (byTokens: Authorization.Authorize | null) =>
  Layer.mergeAll(
    // 3. limits, 4. authorization
    Authorization.layer(byTokens),
    // 5. body, 6. check
    ContactsRequestErrors.layer,
    BroadcastsRequestErrors.layer
  )

/** Whether the body of a web request was already read. A body can be read only once. */
const hasReadBody = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  Predicate.hasProperty(source, "bodyUsed") && source.bodyUsed === true

/** Returns 500 for a request whose body the host has already read, because the client can't fix that. */
const refuseReadBody = (paths: ServedPaths, { url }: HttpServerRequest.HttpServerRequest, id: string) => {
  const what =
    "Another middleware has already read the body. Mount Rollcall before express.json() and other body parsers."
  return Effect.as(Effect.logError(what), paths.errorResponse(url, 500, `${what} The request is ${id}.`))
}

/**
 * Returns what a request meant for the store: it read, it stored, it was refused, or the store failed. A POST that returns
 * 200, such as a search, is a read. A request without a caller is `refused`.
 */
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
 * Responds when the work of a request failed. An unknown path returns 404. An unsupported method returns 405 with the
 * supported methods. A defect is logged with its cause, and returns 500 with only the request id.
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
  // The path supports the method, but the router found no route because the path is too long.
  return allowed.length === 0 || allowed.includes(method)
    ? paths.errorResponse(url, 404, paths.nothingAt(url))
    : paths.errorResponse(url, 405, `This path supports only ${allowed.join(", ")}.`, { allow: allowed.join(", ") })
}

/** Responds to a request whose work was stopped: 408 if its body arrived too slowly, otherwise 503. */
const stopped = (
  paths: ServedPaths,
  { method, url }: HttpServerRequest.HttpServerRequest,
  why: Stopped,
  time: RequestTime
) => {
  const change =
    method === "GET" || method === "HEAD" ? "" : " Check whether the change was made before you send it again."
  switch (why) {
    case "slow":
      return paths.errorResponse(url, 408, time.tooSlow, { connection: "close" })
    case "over":
      return paths.errorResponse(url, 503, `${time.tooLong}${change}`, { "retry-after": busyRetryAfter })
    case "busy":
      return paths.errorResponse(url, 503, "The server is busy with other requests. Try again.", {
        "retry-after": busyRetryAfter
      })
    case "stopping":
      return paths.errorResponse(url, 503, `The server is stopping.${change}`, { "retry-after": busyRetryAfter })
  }
}

/**
 * Headers of every response. Browsers must not guess another content type. Caches must not store private data; only
 * responses that are the same for everyone override that.
 */
const everyAnswer = { "x-content-type-options": "nosniff" }

/**
 * Runs a request in a span if tracing is on. The span continues the trace of the `traceparent` header, or of the host's
 * span. It has the route template instead of the path, because a path may identify a person.
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

/** The methods with their own metrics. Clients can send any other method. */
const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Records a response and its duration in milliseconds. The route is null if no endpoint serves the path. */
const measureAnswer = (
  context: Context.Context<never>,
  method: string,
  { route, status, took }: { readonly route: string | null; readonly took: number; readonly status: number }
): void =>
  metrics.requests
    .of(knownMethods.has(method) ? method : "_OTHER", route, String(status))
    .updateUnsafe(took / 1_000, context)

/**
 * Logs one line per response; at level debug for health checks of load balancers. The route is null if no endpoint serves
 * the path, and the workspace is null without a caller.
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

/** Returns the path of a request without its query, which may contain data that must not be logged. */
const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split(/[?#;]/, 1).join()
