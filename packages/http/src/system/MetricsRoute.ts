import { metricsMediaType, MetricsReport } from "@rollcall/core/operations"
import { Effect, Redacted } from "effect"
import { type HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { metricsPath, type ServedPaths } from "./ServedPaths.ts"

/** Options of the metrics endpoint. */
export interface MetricsOptions {
  /** The bearer token of the scraper. It gives access only to the metrics. */
  readonly token: Redacted.Redacted
  /** The metrics in Prometheus format. Default: the metrics of this process. */
  readonly text?: Effect.Effect<string> | undefined
}

/** Adds the route of the metrics, in Prometheus format. Returns 401 for a wrong or missing token. */
export const addMetrics = Effect.fnUntraced(function* (
  router: Pick<HttpRouter.HttpRouter, "add">,
  paths: Pick<ServedPaths, "errorResponse">,
  { text, token }: MetricsOptions
) {
  const report = text ?? (yield* MetricsReport).text
  yield* router.add(
    "GET",
    metricsPath,
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) =>
      isBearer(headers["authorization"], token)
        ? Effect.map(report, (body) => HttpServerResponse.text(body, { contentType: metricsMediaType }))
        : Effect.succeed(
            paths.errorResponse(url, 401, "The metrics need their own token. Send it in Authorization: Bearer.", {
              "www-authenticate": "Bearer"
            })
          )
    )
  )
})

/** Whether a header contains the token. Compares in constant time. */
export const isBearer = (header: string | undefined, token: Redacted.Redacted): boolean => {
  const given = header === undefined ? "" : header.replace(/^bearer +/i, "")
  const expected = Redacted.value(token)
  let difference = given.length ^ expected.length
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at)
  return difference === 0
}
