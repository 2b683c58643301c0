import * as http from "@rollcall/http"
import { Duration, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Settings } from "../settings/Settings.ts"
import { belowPrefix, withoutPrefix } from "./Address.ts"

/** Makes what answers the requests of the HTTP API as the settings say. Where they ask for metrics, it has `metrics`. */
export const makeApp = (settings: Settings, metrics: Effect.Effect<string>) =>
  Effect.map(http.make(routesOptions(settings, metrics)), belowPrefix(settings.pathPrefix))

const routesOptions = (settings: Settings, text: Effect.Effect<string>) => ({
  home: true,
  console: settings.console,
  ...(settings.pathPrefix !== "" && { prefix: settings.pathPrefix }),
  // An upload has as long as any other request, at the least.
  deadlines: {
    request: settings.requestDeadline,
    upload: Duration.max(settings.requestDeadline, settings.uploadDeadline)
  },
  // Others have connections left, however many streams there are.
  eventStreams: Math.max(1, Math.floor(settings.maxConnections / 4)),
  failedAuthentications: settings.failedAuthentications,
  rateLimit:
    settings.rateLimit === 0
      ? undefined
      : { perSecond: settings.rateLimit, burst: settings.rateBurst ?? settings.rateLimit },
  // On a port of their own they are there alone.
  metrics:
    settings.metricsPort === undefined && settings.metricsToken !== undefined
      ? { token: settings.metricsToken, text }
      : undefined,
  trustedProxies: settings.trustedProxies
})

/** What those ask who watch over a process. A process without the HTTP API answers them too. */
const watchedPaths: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/** Whether a request asks what those ask who watch over a process. */
export const isWatched = (prefix: Settings["pathPrefix"], url: string): boolean =>
  watchedPaths.has(withoutPrefix(prefix, url).split("?", 1).join())

/** Answers the paths of those who watch over a process as `app` does, and all others with 404. */
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
