import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Predicate } from "effect"
import type { HttpServerError, HttpServerResponse } from "effect/http"
import type { NetAddress } from "effect/net"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Server as NetServer } from "node:net"
import type { Settings } from "./settings/Settings.ts"
import { StartRefused } from "./StartRefused.ts"

/**
 * Serves an application on `node:http` until the scope closes, and returns its URL.
 *
 * Slow clients are bounded: 10 s for the headers, 30 s without a byte, 300 s for a whole request, 16 KiB of headers, and
 * a number of connections. When the scope closes no new request is accepted, requests in progress have 5 s to finish,
 * and each response ends its connection.
 */
export const listen = Effect.fn("Listener.listen")(function* <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  settings: Pick<Settings, "host" | "port" | "maxConnections">
) {
  const node = makeServer(settings.maxConnections)
  const endConnections = lastResponses(node)
  const server = yield* NodeHttpServer.make(() => node, { host: settings.host, port: settings.port }).pipe(
    Effect.mapError((error) => refusal(error, settings))
  )
  yield* server.serve(app)
  yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(endConnections), closeGently(node)))
  return urlOf(settings.host, server.address)
})

/** How long requests in progress may take once the scope closes. */
const drainTimeout = "5 seconds"

/** How often idle connections are closed then, in milliseconds: the next request of a busy client may be in transit. */
const idleCheckEvery = 200

/**
 * Accepts no more connections, and closes the open ones when they are idle. `Server.close` of `node:http` would close some
 * of them while a request arrives, whose outcome its sender could not know.
 */
const closeGently = (node: Server): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const sweep = setInterval(() => node.closeIdleConnections(), idleCheckEvery)
    NetServer.prototype.close.call(node, () => {
      clearInterval(sweep)
      resume(Effect.void)
    })
    return Effect.sync(() => clearInterval(sweep))
  }).pipe(
    Effect.interruptible,
    Effect.timeoutOption(drainTimeout),
    Effect.andThen(Effect.sync(() => node.closeAllConnections()))
  )

const makeServer = (maxConnections: number): Server => {
  const node = createServer({
    headersTimeout: 10_000,
    requestTimeout: 300_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024
  })
  node.timeout = 30_000
  node.maxConnections = maxConnections
  return node
}

/**
 * Returns a function that makes the next response on each connection the last: Node closes idle connections alone, and
 * would keep one that a client keeps busy.
 */
const lastResponses = (node: Server): (() => void) => {
  const answering = new Set<ServerResponse>()
  let closing = false
  const watch = (_request: IncomingMessage, response: ServerResponse) => {
    if (closing) response.shouldKeepAlive = false
    answering.add(response)
    response.once("close", () => answering.delete(response))
  }
  node.on("request", watch)
  node.on("checkContinue", watch)
  return () => {
    closing = true
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
  }
}

const refusal = (error: HttpServerError.ServeError, { host, port }: Pick<Settings, "host" | "port">): StartRefused => {
  const code = Predicate.hasProperty(error.cause, "code") ? String(error.cause.code) : String(error.cause)
  switch (code) {
    case "EADDRINUSE":
      return new StartRefused({ message: `ROLLCALL_PORT: port ${port} of ${host} is in use by another process` })
    case "EACCES":
      return new StartRefused({ message: `ROLLCALL_PORT: this user may not listen on port ${port}` })
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartRefused({ message: `ROLLCALL_HOST: ${host} is not an address of this machine (${code})` })
    default:
      return new StartRefused({ message: `ROLLCALL_HOST, ROLLCALL_PORT: cannot listen on ${host}:${port} (${code})` })
  }
}

const urlOf = (host: string, address: NetAddress.SocketAddress): string => {
  const port = address._tag === "UnixPathAddress" ? "" : `:${address.port}`
  return `http://${host.includes(":") ? `[${host}]` : host}${port}`
}
