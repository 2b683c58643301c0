import { errorEnvelope } from "@rollcall/http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Predicate } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { STATUS_CODES } from "./NodeHttp.ts"
import { withoutPrefix } from "./serving/Address.ts"
import type { Settings } from "./settings/Settings.ts"

/** How long a client has to read the response before its connection is closed, in milliseconds. */
const closeAfter = 1_000

interface HeaderLimits {
  readonly maxHeaderSize: number
  readonly headersTimeout: number
  readonly requestTimeout: number
}

/**
 * Responds to requests that `node:http` can't parse, such as those with too large headers, in the format of the path's
 * area, and closes the connection. If the path hasn't arrived, the area is Contacts. `responseOn` returns the current
 * response on a connection; once it has started, nothing else is sent.
 */
export const answerConnectionErrors = (
  node: Server,
  limits: HeaderLimits,
  {
    prefix,
    responseOn
  }: {
    readonly prefix: Settings["pathPrefix"]
    readonly responseOn: (socket: Duplex) => ServerResponse | undefined
  }
): void => {
  node.on("clientError", (error, socket) => {
    const response = responseOn(socket)
    if (!socket.writable || response?.headersSent === true) return void socket.destroy()
    const url = response?.req.url ?? pathOf(error)
    const { details, status } = connectionError(error, limits)
    end(socket, withoutPrefix(prefix, url), status, details)
  })
  // A request for a tunnel. Without a listener, Node closes the connection without a response.
  node.on("connect", (_request, socket) => end(socket, "/", 400, "The method CONNECT is not supported."))
  // Unknown expectations may be ignored. By default `node:http` would respond 417 without a body.
  node.on("checkExpectation", (request, response) => node.emit("request", request, response))
}

/** Returns the status and the details of the response to an error of `node:http`. */
export const connectionError = (
  error: Error,
  { headersTimeout, maxHeaderSize, requestTimeout }: HeaderLimits
): { readonly status: 400 | 408 | 413 | 431; readonly details: string } => {
  switch (property(error, "code")) {
    case "HPE_HEADER_OVERFLOW":
      return {
        status: 431,
        details: `The request line and headers exceed the limit of ${maxHeaderSize / 1024} KiB. Send fewer or shorter headers.`
      }
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, details: "The extensions of a chunk are too large." }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        status: 408,
        details: `The request timed out. Headers must arrive within ${headersTimeout / 1_000} seconds, and the whole request within ${requestTimeout / 1_000}.`
      }
    default: {
      const reason = property(error, "reason")
      return {
        status: 400,
        details: `This is not a valid HTTP/1.1 request${reason === undefined ? "" : `: ${reason}`}.`
      }
    }
  }
}

/** Refuses an HTTP/1.1 request without a host. `node:http` would do so without an error body. */
export const requireHost = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  prefix: Settings["pathPrefix"]
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { headers, httpVersion } = NodeHttpServerRequest.toIncomingMessage(request)
    if (headers.host !== undefined || httpVersion !== "1.1") return app
    const body = errorEnvelope(
      withoutPrefix(prefix, request.url),
      400,
      "An HTTP/1.1 request must have the header Host."
    )
    return Effect.succeed(HttpServerResponse.jsonUnsafe(body, { status: 400, headers: lastAnswer }))
  })

const lastAnswer = { connection: "close", "x-content-type-options": "nosniff", "cache-control": "no-store" }

/** Returns the path from the first line of an unparsable request. */
const pathOf = (error: Error): string => {
  const packet = Predicate.hasProperty(error, "rawPacket") ? error.rawPacket : undefined
  // A first line is short, and anything may follow it.
  const begin = packet instanceof Uint8Array ? new TextDecoder("latin1").decode(packet.subarray(0, 1_024)) : ""
  return /^[A-Z]+ (\/[^\s]*)/.exec(begin)?.[1] ?? "/"
}

const rawAnswer = (url: string, status: 400 | 408 | 413 | 431 | 503, details: string): string => {
  const body = JSON.stringify(errorEnvelope(url, status, details))
  const headers = [
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(lastAnswer).map(([name, value]) => `${name}: ${value}`)
  ]
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, "", body].join("\r\n")
}

const end = (socket: Duplex, ...answer: Parameters<typeof rawAnswer>): void => {
  socket.on("error", () => socket.destroy())
  socket.end(rawAnswer(...answer))
  const timer = setTimeout(() => socket.destroy(), closeAfter)
  socket.once("close", () => clearTimeout(timer))
}

const property = (error: Error, name: "code" | "reason"): string | undefined => {
  const value = Predicate.hasProperty(error, name) ? error[name] : undefined
  return typeof value === "string" ? value : undefined
}
