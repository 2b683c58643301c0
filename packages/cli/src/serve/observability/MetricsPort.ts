import { errorEnvelope, isBearer } from "@rollcall/http"
import { metricsMediaType } from "@rollcall/core/operations"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { listen } from "../Listener.ts"
import type { Settings } from "../settings/Settings.ts"

/** Serves `GET /metrics`, and returns 404 for everything else. If a token is set, requests need it. */
const makeMetricsApp = (text: Effect.Effect<string>, token: Settings["metricsToken"]) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method, url }) => {
    const refuse = (status: 401 | 404, details: string) =>
      Effect.succeed(HttpServerResponse.jsonUnsafe(errorEnvelope(url, status, details), { status }))
    if (url.split("?", 1).join() !== "/metrics" || method !== "GET") {
      return refuse(404, "This port only serves GET /metrics.")
    }
    return token === undefined || isBearer(headers["authorization"], token)
      ? Effect.map(text, (body) => HttpServerResponse.text(body, { contentType: metricsMediaType }))
      : refuse(401, "The metrics need their own token, set in ROLLCALL_METRICS_TOKEN.")
  })

/** Serves metrics on a separate port until the scope closes, if the settings name one. */
export const serveMetrics = Effect.fnUntraced(function* (text: Effect.Effect<string>, settings: Settings) {
  const { metricsPort: port, metricsToken } = settings
  if (port === undefined) return
  const url = yield* listen(makeMetricsApp(text, metricsToken), {
    ...settings,
    port,
    pathPrefix: "",
    portVariable: "ROLLCALL_METRICS_PORT"
  })
  yield* Effect.logInfo(`The metrics are at ${url}/metrics`)
})
