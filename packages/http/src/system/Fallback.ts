import { Api, healthPath } from "@rollcall/api"
import { Cause, Effect } from "effect"
import { FindMyWay, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { requestId, requestIdHeader } from "../requests/RequestId.ts"
import { errorResponse } from "./Area.ts"
import { docsPath, openApiPath } from "./Docs.ts"

/**
 * The middleware of every request. It gives the request an id, which is in the answer and in every line of its log. A path
 * that is not served is 404; a method that the path is not served for is 405 with those that it is. A defect is logged with
 * its cause and answered 500 with the id alone (W5, W6). A request is interrupted when its client disconnects.
 */
export const layer = HttpRouter.middleware(
  (httpEffect) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const id = yield* requestId
      const response = yield* httpEffect.pipe(
        Effect.catchCause((cause) => {
          if (isRouteNotFound(cause)) return Effect.succeed(notServed(request))
          if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
          return Effect.as(
            Effect.logError("The request failed", cause),
            errorResponse(request.url, 500, `The server failed while it answered the request ${id}.`)
          )
        }),
        Effect.tap(({ status }) => logAnswer(request, status)),
        Effect.annotateLogs({ requestId: id })
      )
      return HttpServerResponse.setHeader(response, requestIdHeader, id)
    }),
  { global: true }
)

/** Logs one line for each answer; at level debug for those to a load balancer. */
const logAnswer = (request: HttpServerRequest.HttpServerRequest, status: number) => {
  const path = pathOf(request)
  return Effect.logWithLevel(path === healthPath ? "Debug" : "Info")("Answered").pipe(
    Effect.annotateLogs({ method: request.method, path, status })
  )
}

const isRouteNotFound = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isFailReason(reason) &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

/** The methods that a path is served for. The router cannot be asked, so this reads paths by a table of its own. */
const methodsOf: (url: string) => ReadonlyArray<string> = (() => {
  const served = FindMyWay.make<string>({ maxParamLength: Infinity })
  const methods = new Set<string>()
  const serve = (method: string, path: string) => {
    methods.add(method)
    served.on(method, `/${path.slice(1)}`, method)
  }
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => serve(endpoint.method, endpoint.path)
  })
  serve("GET", docsPath)
  serve("GET", openApiPath)
  return (url) => [...methods].filter((method) => served.find(method, url) !== undefined)
})()

/** The path of a request. Its query may hold what does not belong in a log. */
const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split(/[?#;]/, 1).join()

const notServed = (request: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse => {
  const allowed = methodsOf(request.url)
  // A method that is served and was not found: the router took the path for too long.
  return allowed.length === 0 || allowed.includes(request.method)
    ? errorResponse(request.url, 404, "There is nothing at this path.")
    : errorResponse(request.url, 405, `This path takes ${allowed.join(", ")}.`, { allow: allowed.join(", ") })
}
