import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Context, type Duration, Effect, Layer, Schema, Stream } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse, type HttpMethod } from "effect/http"

/** The result of a request. */
export interface Answer {
  /** The HTTP status; 0 if no response arrived, for any reason. */
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
  /** Milliseconds from the request to the end of the response, or until the request was given up. */
  readonly wait: number
}

/** The parts of a request other than the token. */
interface Sent {
  readonly json?: unknown
  /** The body to send unchanged, as JSON. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The token to send; null for none. Default: the client's own token. */
  readonly token?: string | null
  /** How long to wait for a response. Default: 120 seconds. */
  readonly within?: Duration.Input
  /** How long to read an endless stream. By default, only the response's headers are read. */
  readonly reads?: Duration.Input
}

/** Sends a request and never fails. Without a response, the returned status is 0. */
type Send = (method: HttpMethod.HttpMethod, path: string, sent?: Sent) => Effect.Effect<Answer>

const ownLimit = "120 seconds"

/**
 * The client closes idle connections before the server does, because the server could close one while a request is
 * sent.
 */
const connections = { keepAlive: true, timeout: 20_000 }

/** Makes a client for a server. Its connections close with the scope. */
export const makeClient = Effect.fnUntraced(function* (url: string, ownToken: string) {
  const services = yield* Layer.build(NodeHttpClient.layerNodeHttpOptions(connections))
  const http = Context.get(services, HttpClient.HttpClient)
  const send: Send = (method, path, sent = {}) => {
    const { body, headers = {}, json, reads = 0, token = ownToken, within = ownLimit } = sent
    const text = body ?? (json === undefined ? undefined : JSON.stringify(json))
    const request = HttpClientRequest.make(method)(`${url}${path}`).pipe(
      token === null ? (same) => same : HttpClientRequest.bearerToken(token),
      text === undefined ? (same) => same : HttpClientRequest.setBody(HttpBody.text(text, "application/json")),
      HttpClientRequest.setHeaders(headers)
    )
    return Effect.suspend(() => {
      const began = performance.now()
      return http.execute(request).pipe(
        Effect.flatMap((response) =>
          Effect.map(isEndless(response) ? readFor(response, reads) : response.text, (text) => ({
            status: response.status,
            text,
            retryAfter: response.headers["retry-after"]
          }))
        ),
        Effect.timeout(within),
        Effect.catch((error) => Effect.succeed({ status: 0, text: String(error), retryAfter: undefined })),
        Effect.map((answer) => ({ ...answer, wait: performance.now() - began }))
      )
    })
  }
  return send
})

const isEndless = ({ headers }: HttpClientResponse.HttpClientResponse): boolean =>
  headers["content-type"]?.startsWith("text/event-stream") === true

/** Reads a stream for a time, then aborts it. */
const readFor = ({ stream }: HttpClientResponse.HttpClientResponse, time: Duration.Input) =>
  Effect.as(Effect.timeoutOption(Stream.runDrain(stream), time), "")

/** The error for a response with which a scenario cannot continue. */
export class Unexpected extends Schema.TaggedError<Unexpected>()("Unexpected", { message: Schema.String }) {}

/** Decodes a response. Fails unless the response has this status and shape. */
export const expectJson =
  <A>(status: number, schema: Schema.ConstraintDecoder<A>) =>
  (answer: Answer): Effect.Effect<A, Unexpected | Schema.SchemaError> =>
    answer.status === status
      ? Schema.decodeEffect(Schema.fromJsonString(schema))(answer.text)
      : Effect.fail(new Unexpected({ message: `${answer.status} instead of ${status}: ${answer.text.slice(0, 500)}` }))
