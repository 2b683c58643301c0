import { Api } from "@rollcall/api"
import { Duration, Effect, flow, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type { ServerAddress } from "./Address.ts"
import { Target } from "./Target.ts"

/** The workspace that a token of a server opens. */
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

/** How often a request is repeated that was one too many. */
const repetitions = 10

/** The longest wait before one, in seconds: all of them take less than a response may. */
const longestWait = 5

/** Repeats a request that is answered 429 after `Retry-After`. The server has done nothing then. */
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
