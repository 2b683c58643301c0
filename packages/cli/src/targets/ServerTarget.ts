import { Api } from "@rollcall/api"
import { Duration, Effect, flow, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type { ServerAddress } from "./Address.ts"
import { Target } from "./Target.ts"

/** Makes the workspace of a token on a server the target. */
export const layerServer = ({ token, url }: ServerAddress) =>
  Layer.effect(
    Target,
    Effect.map(
      HttpApiClient.make(Api, {
        baseUrl: url.replace(/\/+$/, ""),
        transformClient: flow(
          HttpClient.mapRequest(HttpClientRequest.bearerToken(Redacted.value(token))),
          HttpClient.transformResponse(repeatLimited)
        )
      }),
      (client) => ({ name: url, client, continuation: "The server continues with the rows it has." })
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))

/** How often a request above the rate limit is repeated. */
const repetitions = 10

/** The longest `Retry-After` to wait for, in seconds. All waits together are shorter than the timeout of a response. */
const longestWait = 5

/** Repeats a request after `Retry-After` if it returned 429. Such a request had no effect. */
const repeatLimited = Effect.fnUntraced(function* <E, R>(
  request: Effect.Effect<HttpClientResponse.HttpClientResponse, E, R>
) {
  for (let left = repetitions; ; left--) {
    const response = yield* request
    const seconds = Number(response.headers["retry-after"])
    if (response.status !== 429 || left === 0 || !(seconds <= longestWait)) return response
    yield* Effect.sleep(Duration.seconds(seconds))
  }
})
