import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Context, type Duration, Effect, Layer, Schema, Stream } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse, type HttpMethod } from "effect/http"

/** What became of a request. */
export interface Answer {
  /** 0 if no answer came, whatever was the reason. */
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
  /** From the request to the end of the answer, or until it was given up, in milliseconds. */
  readonly wait: number
}

/** What is sent besides the token. */
interface Sent {
  readonly json?: unknown
  /** Sent as it is, as JSON. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of the client's own token; null for none. */
  readonly token?: string | null
  /** How long an answer is waited for. */
  readonly within?: Duration.Input
  /** How long a stream is read, which has no end; without it, no further than its head. */
  readonly reads?: Duration.Input
}

/** Sends a request. It never fails: a request without an answer is an answer with the status 0. */
type Send = (method: HttpMethod.HttpMethod, path: string, sent?: Sent) => Effect.Effect<Answer>

const ownLimit = "120 seconds"

/** Idle connections are closed before the server does, which could be while a request is on its way. */
const connections = { keepAlive: true, timeout: 20_000 }

/** Makes a client of a server, whose connections are closed with the scope. */
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

/** Reads a stream for a time, and gives it up. */
const readFor = ({ stream }: HttpClientResponse.HttpClientResponse, time: Duration.Input) =>
  Effect.as(Effect.timeoutOption(Stream.runDrain(stream), time), "")

/** An answer is not the one without which a scenario cannot go on. */
export class Unexpected extends Schema.TaggedError<Unexpected>()("Unexpected", { message: Schema.String }) {}

/** Reads an answer, which has to have this status and shape. */
export const expectJson =
  <A>(status: number, schema: Schema.ConstraintDecoder<A>) =>
  (answer: Answer): Effect.Effect<A, Unexpected | Schema.SchemaError> =>
    answer.status === status
      ? Schema.decodeEffect(Schema.fromJsonString(schema))(answer.text)
      : Effect.fail(new Unexpected({ message: `${answer.status} instead of ${status}: ${answer.text.slice(0, 500)}` }))
