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

/** How many connections are accepted beyond the limit, for health checks and metrics. */
const kept = 16

/** How long the head of the one request of such a connection may take, in milliseconds. */
const longestHead = 1_000

/**
 * Lets a server have so many connections, and keeps a few more free. A connection beyond the limit closes idle ones.
 * If that makes no room, it gets one request: a health check is answered, anything else is 503.
 * Returns what answers so.
 */
export const keepConnections = (node: Server, maxConnections: number, prefix: Settings["pathPrefix"]) => {
  /** The connections beyond the limit, each with what ends it where no request comes. */
  const spare = new WeakMap<Socket, NodeJS.Timeout>()
  let open = 0
  node.maxConnections = maxConnections + kept
  // One of several processes would otherwise hand a connection that is one too many round among them, again and again.
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
      // Idle connections are closed by then.
      const arrivals = Effect.callback<void>((resume) => afterArrivals(() => resume(Effect.void)))
      return Effect.andThen(
        arrivals,
        Effect.suspend((): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
          open > maxConnections ? refused : app
        )
      )
    })
}
