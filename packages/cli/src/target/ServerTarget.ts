import { Api } from "@rollcall/api"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type { ServerAddress } from "./Address.ts"
import { searchHolders } from "./Holders.ts"
import { Target } from "./Target.ts"

/** The workspace that a token of a server opens. */
export const layerServer = ({ token, url }: ServerAddress) =>
  Layer.effect(
    Target,
    Effect.map(
      HttpApiClient.make(Api, {
        baseUrl: url.replace(/\/+$/, ""),
        transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(Redacted.value(token)))
      }),
      (client) => {
        const target: Target["Service"] = {
          name: url,
          client,
          continuation: "The server continues with what it has.",
          statusReason: () => Effect.succeed(null),
          holders: (keys) => Effect.provideService(searchHolders(keys), Target, target)
        }
        return target
      }
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))
