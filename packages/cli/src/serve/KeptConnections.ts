import { errorEnvelope } from "@rollcall/http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { withoutPrefix } from "./serving/Address.ts"
import { afterArrivals } from "./Arrivals.ts"
import { isWatched } from "./serving/Http.ts"
import type { Settings } from "./settings/Settings.ts"

/** The number of connections accepted above the limit, for health checks and metrics. */
const kept = 16

/** How long the request headers on such a connection may take, in milliseconds. */
const longestHead = 1_000

/**
 * Limits the connections of a server, and reserves a few more. A connection above the limit closes idle ones. If that
 * doesn't free one, the connection gets one request: health checks and metrics are served, anything else returns 503.
 * Returns the middleware that does this.
 */
export const keepConnections = (node: Server, maxConnections: number, prefix: Settings["pathPrefix"]) => {
  /** The connections above the limit, with the timers that close them if no request arrives. */
  const spare = new WeakMap<Socket, NodeJS.Timeout>()
  let open = 0
  node.maxConnections = maxConnections + kept
  // Without this, several processes would keep passing a connection above the limit to each other.
  Object.assign(node, { dropMaxConnection: true })
  node.on("connection", (socket: Socket) => {
    open += 1
    socket.once("close", () => (open -= 1))
    if (open <= maxConnections) return
    afterArrivals(() => node.closeIdleConnections())
    const timer = setTimeout(() => socket.destroy(), longestHead)
    spare.set(socket, timer)
    socket.once("close", () => clearTimeout(timer))
  })
  const isLast = ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!spare.has(socket)) return
    clearTimeout(spare.get(socket))
    response.shouldKeepAlive = false
  }
  node.on("request", isLast)
  node.on("checkContinue", isLast)

  return <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
      if (!spare.has(socket) || isWatched(prefix, request.url)) return app
      const details = `The server has reached its limit of ${maxConnections} connections. Try again later.`
      const body = errorEnvelope(withoutPrefix(prefix, request.url), 503, details)
      const headers = { "cache-control": "no-store", "retry-after": "5" }
      const refused = Effect.sync(() => HttpServerResponse.jsonUnsafe(body, { status: 503, headers }))
      // Idle connections are closed by now.
      const arrivals = Effect.callback<void>((resume) => afterArrivals(() => resume(Effect.void)))
      return Effect.andThen(
        arrivals,
        Effect.suspend((): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
          open > maxConnections ? refused : app
        )
      )
    })
}
