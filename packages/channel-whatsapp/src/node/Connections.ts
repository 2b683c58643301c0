import { Clock, Effect, Layer } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import type * as Http from "node:http"
import * as https from "node:https"
import { NeverWritten } from "../graph/Transport.ts"

// Importing `node:http` as an ES module would load undici at startup, because the module exports `WebSocket`.
const http = process.getBuiltinModule("node:http")

/** How long an idle connection is kept, in milliseconds. */
const keepIdle = 2_000

/** The timeout until a request is written, in milliseconds. */
const connectWithin = 10_000

/** The maximum time between checking that a connection is open and writing to it, in milliseconds. */
const freshFor = 100

/**
 * Returns the monotonic clock and the wall clock, in milliseconds. Both are needed to notice a pause: the monotonic clock
 * stops while the machine sleeps, and the wall clock can be set.
 */
const clocksOf = (clock: Clock.Clock) =>
  [Number(clock.monotonicTimeNanosUnsafe()) / 1e6, clock.currentTimeMillisUnsafe()] as const

const haveMoved = (clock: Clock.Clock, [steady, wall]: readonly [number, number]): boolean => {
  const [steadyNow, wallNow] = clocksOf(clock)
  return steadyNow - steady > freshFor || Math.abs(wallNow - wall) > freshFor
}

/**
 * Calls `then` after Node has polled all connections, so that a connection closed by the other side is noticed. Two
 * iterations of the event loop contain one complete poll. If the process was suspended meanwhile, polls again.
 */
const afterPoll = (clock: Clock.Clock, then: () => void): void => {
  const begun = clocksOf(clock)
  setImmediate(() => setImmediate(() => (haveMoved(clock, begun) ? afterPoll(clock, then) : then())))
}

/**
 * Sends requests with `node:http` and `node:https`. After a process was suspended, its idle connections may be closed, and
 * a request on such a connection would fail as if the response were lost. So a request is written only after its connection
 * was checked to be open. An error before that is {@link NeverWritten}, and a request on a reused connection is then tried
 * on another connection. Idle connections are kept for two seconds. Redirects are not followed.
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

/** The maximum number of retries after closed connections. */
const mostClosed = 5

/** Returns whether a request failed on a reused connection before it was written. Another connection may work. */
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

/** Returns the bytes of a request's body. The channel sends no other kind of body. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): Uint8Array | undefined =>
  body._tag === "Uint8Array" ? body.body : undefined

/**
 * Reads a whole response. If the body of an error response breaks off, the part received so far is used, because the status
 * is enough.
 */
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
