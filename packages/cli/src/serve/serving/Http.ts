import * as http from "@rollcall/http"
import { Duration, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Settings } from "../settings/Settings.ts"
import { belowPrefix, withoutPrefix } from "./Address.ts"

/** Makes the HTTP API from the settings. It serves `metrics` if the settings enable them. */
export const makeApp = (settings: Settings, metrics: Effect.Effect<string>) =>
  Effect.map(http.make(routesOptions(settings, metrics)), belowPrefix(settings.pathPrefix))

const routesOptions = (settings: Settings, text: Effect.Effect<string>) => ({
  home: true,
  console: settings.console,
  ...(settings.pathPrefix !== "" && { prefix: settings.pathPrefix }),
  // An upload has at least as much time as other requests.
  deadlines: {
    request: settings.requestDeadline,
    upload: Duration.max(settings.requestDeadline, settings.uploadDeadline)
  },
  // Event streams leave enough connections for other requests.
  eventStreams: Math.max(1, Math.floor(settings.maxConnections / 4)),
  failedAuthentications: settings.failedAuthentications,
  rateLimit:
    settings.rateLimit === 0
      ? undefined
      : { perSecond: settings.rateLimit, burst: settings.rateBurst ?? settings.rateLimit },
  // With a separate metrics port, metrics are served only there.
  metrics:
    settings.metricsPort === undefined && settings.metricsToken !== undefined
      ? { token: settings.metricsToken, text }
      : undefined,
  trustedProxies: settings.trustedProxies
})

/** The paths of health, readiness and metrics. A process without the HTTP API serves them too. */
const watchedPaths: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/** Whether a request is for health, readiness or metrics. */
export const isWatched = (prefix: Settings["pathPrefix"], url: string): boolean =>
  watchedPaths.has(withoutPrefix(prefix, url).split("?", 1).join())

/** Serves health, readiness and metrics with `app`, and returns 404 for all other paths. */
export const watchedOnly = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  prefix: Settings["pathPrefix"]
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const url = withoutPrefix(prefix, request.url)
    if (isWatched(prefix, request.url)) return app
    const body = http.errorEnvelope(url, 404, "This process only does background work: it does not serve the API.")
    return Effect.succeed(
      HttpServerResponse.jsonUnsafe(body, { status: 404, headers: { "cache-control": "no-store" } })
    )
  })
