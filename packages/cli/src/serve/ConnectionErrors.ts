import { errorEnvelope } from "@rollcall/http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Predicate } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { STATUS_CODES } from "./NodeHttp.ts"
import { withoutPrefix } from "./serving/Address.ts"
import type { Settings } from "./settings/Settings.ts"

/** How long a client has to read the answer before its connection is destroyed, in milliseconds. */
const closeAfter = 1_000

/** What bounds the headers of a request, as `node:http` takes it. */
interface HeaderLimits {
  readonly maxHeaderSize: number
  readonly headersTimeout: number
  readonly requestTimeout: number
}

/**
 * Answers what `node:http` cannot read, such as a request with too large headers, in the envelope of its area, and closes
 * the connection. The area is that of the path below `prefix` if it has arrived, and else Contacts. `responseOn`
 * returns the response under way on a connection; once it has begun nothing more is said.
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
  // A tunnel: without a listener the connection closes without an answer.
  node.on("connect", (_request, socket) => end(socket, "/", 400, "The method CONNECT is not supported."))
  // An expectation that is not known may be ignored; `node:http` would answer 417 without an envelope.
  node.on("checkExpectation", (request, response) => node.emit("request", request, response))
}

/** The status and the details that an error of `node:http` is answered with. */
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

/** Refuses a request of HTTP/1.1 without a host, as `node:http` would without an envelope. */
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

/** The headers of the last answer on a connection. */
const lastAnswer = { connection: "close", "x-content-type-options": "nosniff", "cache-control": "no-store" }

/** The path in the first line of what could not be read. */
const pathOf = (error: Error): string => {
  const packet = Predicate.hasProperty(error, "rawPacket") ? error.rawPacket : undefined
  // A first line is short, and what follows it may be anything.
  const begin = packet instanceof Uint8Array ? new TextDecoder("latin1").decode(packet.subarray(0, 1_024)) : ""
  return /^[A-Z]+ (\/[^\s]*)/.exec(begin)?.[1] ?? "/"
}

/** An answer as it is written on a connection, which it ends. */
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
