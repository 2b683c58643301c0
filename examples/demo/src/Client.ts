import { Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { DemoFailed } from "./DemoFailed.ts"
import type { RunningServer } from "./Server.ts"

/** A response from the server. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Makes a client that calls the server like any program: JSON over HTTP with a bearer token. */
export const makeClient = Effect.fnUntraced(function* ({ token, url }: RunningServer) {
  const http = yield* HttpClient.HttpClient

  const call = Effect.fnUntraced(
    function* (request: HttpClientRequest.HttpClientRequest) {
      const response = yield* http.execute(
        request.pipe(HttpClientRequest.prependUrl(url), HttpClientRequest.bearerToken(token))
      )
      const answer: Answer = { status: response.status, body: yield* response.json }
      return answer
    },
    Effect.mapError((error) => new DemoFailed({ message: `the server does not answer: ${error.message}` }))
  )

  const get = (path: string) => call(HttpClientRequest.get(path))
  const post = (path: string, body: unknown) =>
    call(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(path), body))

  return { get, post }
})

export type Client = Effect.Success<ReturnType<typeof makeClient>>

/** Decodes a response. Fails unless it has this status and shape. */
export const expect =
  <A>(status: number, schema: Schema.Decoder<A>) =>
  (answer: Answer): Effect.Effect<A, DemoFailed> =>
    answer.status === status
      ? Effect.mapError(
          Schema.decodeUnknownEffect(schema)(answer.body),
          (error) => new DemoFailed({ message: `a response is not as documented: ${error.message}` })
        )
      : Effect.fail(
          new DemoFailed({ message: `expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}` })
        )
