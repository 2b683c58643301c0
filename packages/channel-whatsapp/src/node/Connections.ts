import { Clock, Effect, Layer } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import type * as Http from "node:http"
import * as https from "node:https"
import { NeverWritten } from "../graph/Transport.ts"

// Imported as an ES module it would load undici at the start, for the WebSocket that it exports.
const http = process.getBuiltinModule("node:http")

/** How long an idle connection is kept, in milliseconds. */
const keepIdle = 2_000

/** The timeout for connecting and writing a request, in milliseconds. */
const connectWithin = 10_000

/** How long a connection found open may be used for a request, in milliseconds. */
const freshFor = 100

/** The clocks that show a gap, in milliseconds: the steady one stands still while the machine sleeps, and the other can be set. */
const clocksOf = (clock: Clock.Clock) =>
  [Number(clock.monotonicTimeNanosUnsafe()) / 1e6, clock.currentTimeMillisUnsafe()] as const

const haveMoved = (clock: Clock.Clock, [steady, wall]: readonly [number, number]): boolean => {
  const [steadyNow, wallNow] = clocksOf(clock)
  return steadyNow - steady > freshFor || Math.abs(wallNow - wall) > freshFor
}

/**
 * Calls `then` after Node has read what has come on all connections, so that a connection that the other side has closed
 * is noticed: two turns of the event loop have a whole poll between them. If the process stood still meanwhile, it looks
 * again.
 */
const afterPoll = (clock: Clock.Clock, then: () => void): void => {
  const begun = clocksOf(clock)
  setImmediate(() => setImmediate(() => (haveMoved(clock, begun) ? afterPoll(clock, then) : then())))
}

/**
 * Sends requests with `node:http` and `node:https`. A process that stood still finds its idle connections closed, and a
 * request on one of them fails like a request with a lost answer. So nothing of a request is given to its connection
 * before that is known to be open: an error until then is {@link NeverWritten}, and the request takes another connection
 * if that one was kept. Connections are kept for two seconds. A redirection is not followed.
 */
export const layerConnections: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const options = { keepAlive: true, timeout: keepIdle }
    const agents = yield* Effect.acquireRelease(
      Effect.sync(() => ({ http: new http.Agent(options), https: new https.Agent(options) })),
      (agents) =>
        Effect.sync(() => {
          agents.http.destroy()
          agents.https.destroy()
        })
    )
    return HttpClient.make((request, url, signal) => {
      const given = { method: request.method, headers: { ...request.headers }, signal }
      const answer =
        url.protocol === "https:"
          ? exchange(request, clock, () => https.request(url, { ...given, agent: agents.https }), "secureConnect")
          : exchange(request, clock, () => http.request(url, { ...given, agent: agents.http }), "connect")
      return Effect.retry(answer, { while: isOfClosed, times: mostClosed })
    })
  })
)

/** The most closed connections in a row before a request fails. */
const mostClosed = 5

/** Whether a request failed because a kept connection was closed. Another connection may be open. */
const isOfClosed = ({ reason }: HttpClientError.HttpClientError): boolean =>
  reason._tag === "TransportError" && reason.cause instanceof NeverWritten && reason.cause.wasKept

const exchange = (
  given: HttpClientRequest.HttpClientRequest,
  clock: Clock.Clock,
  start: () => Http.ClientRequest,
  connected: "connect" | "secureConnect"
) =>
  Effect.callback<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>((resume) => {
    let isWritten = false
    const fail = (cause: unknown) => {
      clearTimeout(connecting)
      const error = isWritten ? cause : new NeverWritten({ cause, wasKept: request.reusedSocket })
      const reason = new HttpClientError.TransportError({ request: given, cause: error })
      resume(Effect.fail(new HttpClientError.HttpClientError({ reason })))
    }
    const request = start()
    const connecting = setTimeout(() => request.destroy(new Error("the connection took too long")), connectWithin)
    request.on("error", fail)
    request.once("response", (response) => collect(given, response, resume, fail))
    request.once("socket", (socket) => {
      const write = () => {
        if (request.destroyed) return
        if (!socket.writable || socket.readableEnded) {
          request.destroy(new Error("the other side closed the connection"))
          return
        }
        clearTimeout(connecting)
        isWritten = true
        request.end(bodyOf(given))
      }
      if (socket.connecting) socket.once(connected, () => afterPoll(clock, write))
      else afterPoll(clock, write)
    })
    return Effect.sync(() => {
      clearTimeout(connecting)
      request.destroy()
    })
  })

/** Returns the bytes of a request. The channel writes no other bodies. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): Uint8Array | undefined =>
  body._tag === "Uint8Array" ? body.body : undefined

/** Reads an answer whole. What has come of the body of a refusal counts: its status says enough. */
const collect = (
  request: HttpClientRequest.HttpClientRequest,
  response: Http.IncomingMessage,
  resume: (response: Effect.Effect<HttpClientResponse.HttpClientResponse>) => void,
  fail: (cause: unknown) => void
): void => {
  const { headers, statusCode: status = 0 } = response
  const chunks: Array<Uint8Array> = []
  const end = () => {
    const body = Buffer.concat(chunks).toString()
    const given = Object.entries(headers).flatMap(([name, value]): ReadonlyArray<[string, string]> =>
      value === undefined ? [] : [[name, String(value)]]
    )
    const isBare = status === 204 || status === 205 || status === 304
    const answer = new Response(isBare ? null : body, { status, headers: given })
    resume(Effect.succeed(HttpClientResponse.fromWeb(request, answer)))
  }
  response.on("data", (chunk: Uint8Array) => void chunks.push(chunk))
  response.once("end", end)
  response.once("error", (error) => (status >= 200 && status < 300 ? fail(error) : end()))
}
