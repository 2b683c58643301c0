import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type Duration, Effect, Exit, Predicate, Scope } from "effect"
import type { HttpServerError, HttpServerResponse } from "effect/http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { afterArrivals } from "./Arrivals.ts"
import { answerConnectionErrors, requireHost } from "./ConnectionErrors.ts"
import { keepConnections } from "./KeptConnections.ts"
import { createServer } from "./NodeHttp.ts"
import { type AddressSettings, urlOf } from "./serving/Address.ts"
import type { Settings } from "./settings/Settings.ts"
import { StartRefused } from "./StartRefused.ts"

/**
 * The address to listen on, and the most connections. `portVariable` is the name of the port's variable, for error
 * messages.
 */
interface ListenSettings extends AddressSettings, Pick<Settings, "maxConnections"> {
  readonly portVariable?: string
}

/**
 * Serves an application on `node:http` until the scope closes, and returns its URL.
 *
 * Limits for slow clients: 10 s for the headers, 30 s without a byte or a request, 300 s for a whole request, 16 KiB of
 * headers, and a number of connections. Above that number, a few connections serve health, readiness and metrics.
 *
 * When the scope closes, no new request is accepted, and each response ends its connection. Requests in progress have
 * `drainTimeout` to finish, and are then interrupted. The application still responds to them.
 */
export const listen = Effect.fnUntraced(function* <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  settings: ListenSettings,
  drainTimeout: Duration.Input = "5 seconds"
) {
  const node = makeServer()
  const onKept = keepConnections(node, settings.maxConnections, settings.pathPrefix)
  const responses = watchResponses(node)
  const silent = watchSilent(node)
  // The connection is idle while its request is handled. Only the timeout of the request counts.
  node.on("timeout", (socket: Socket) => {
    const response = responses.on(socket)
    if (response === undefined || response.headersSent) socket.destroy()
  })
  answerConnectionErrors(node, headerLimits, { prefix: settings.pathPrefix, responseOn: responses.on })
  const options = { host: settings.host, port: settings.port, disablePreemptiveShutdown: true }
  const server = yield* NodeHttpServer.make(() => node, options).pipe(
    Effect.mapError((error) => refusal(error, settings))
  )
  const serving = yield* Scope.make()
  yield* Scope.provide(server.serve(onKept(requireHost(app, settings.pathPrefix))), serving)
  yield* Effect.addFinalizer(
    Effect.fnUntraced(function* () {
      responses.endConnections()
      yield* within(drainTimeout, closed(node, silent))
      // Interrupts the remaining requests, and writes their responses.
      yield* within(cutTimeout, Scope.close(serving, Exit.void))
      node.closeAllConnections()
    })
  )
  return urlOf(settings, server.address)
})

/** How long the responses of interrupted requests may take. */
const cutTimeout = "1 second"

/**
 * How often idle connections are closed during shutdown, in milliseconds. A busy client's next request may be on its way.
 */
const idleCheckEvery = 200

/**
 * Accepts no more connections, and closes open connections once they are idle.
 *
 * `Server.close` of `node:http` would close a connection while a request arrives, and the client could not know the result.
 * So everything that arrived while the process was busy is accepted first: connections before the listener closes, because
 * the system resets pending ones, and requests before each check.
 *
 * Node doesn't count a connection as idle before its first request. Browsers open such connections in advance.
 */
const closed = (node: Server, silent: () => Iterable<Socket>): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const closeIdle = () => {
      node.closeIdleConnections()
      for (const socket of silent()) socket.destroy()
    }
    const sweep = setInterval(() => afterArrivals(closeIdle), idleCheckEvery)
    afterArrivals(() =>
      NetServer.prototype.close.call(node, () => {
        clearInterval(sweep)
        resume(Effect.void)
      })
    )
    return Effect.sync(() => clearInterval(sweep))
  })

/** Waits for an effect in a finalizer, at most for a timeout. */
const within = (most: Duration.Input, effect: Effect.Effect<void>) =>
  Effect.timeoutOption(Effect.interruptible(effect), most)

const headerLimits = { headersTimeout: 10_000, requestTimeout: 300_000, maxHeaderSize: 16 * 1024 }

const makeServer = (): Server => {
  const node = createServer({ ...headerLimits, connectionsCheckingInterval: 1_000, requireHostHeader: false })
  node.timeout = 30_000
  // A request gets no response if its connection is closed while it arrives. A long idle timeout makes that rare.
  node.keepAliveTimeout = 30_000
  return node
}

/** Tracks the current response on each connection. */
const watchResponses = (node: Server) => {
  const answering = new Set<ServerResponse>()
  let closing = false
  const watch = (_request: IncomingMessage, response: ServerResponse) => {
    if (closing) response.shouldKeepAlive = false
    answering.add(response)
    response.once("close", () => answering.delete(response))
  }
  node.on("request", watch)
  node.on("checkContinue", watch)
  return {
    on: (socket: Duplex) => Array.from(answering).find((response) => response.socket === socket),
    /** Makes the next response on each connection the last. Node itself closes only idle connections. */
    endConnections: () => {
      closing = true
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    }
  }
}

/** Tracks open connections that have received nothing yet. */
const watchSilent = (node: Server) => {
  const open = new Set<Socket>()
  node.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  return () => Array.from(open).filter(({ bytesRead }) => bytesRead === 0)
}

const refusal = (
  error: HttpServerError.ServeError,
  { host, port, portVariable = "ROLLCALL_PORT" }: ListenSettings
): StartRefused => {
  const code = Predicate.hasProperty(error.cause, "code") ? String(error.cause.code) : String(error.cause)
  switch (code) {
    case "EADDRINUSE":
      return new StartRefused({ message: `${portVariable}: port ${port} of ${host} is in use by another process` })
    case "EACCES":
      return new StartRefused({ message: `${portVariable}: this user may not listen on port ${port}` })
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartRefused({ message: `ROLLCALL_HOST: ${host} is not an address of this machine (${code})` })
    default:
      return new StartRefused({ message: `ROLLCALL_HOST, ${portVariable}: cannot listen on ${host}:${port} (${code})` })
  }
}
