import * as http from "@rollcall/http"
import { Effect, Layer, Logger } from "effect"
import { FetchHttpClient } from "effect/http"

/** What a client is made of whose server is in the same process: its routes in the place of a network. */
export const layerFetch = Layer.effect(
  FetchHttpClient.Fetch,
  Effect.gen(function* () {
    const handle = yield* http.makeWebHandler()
    const fetch: typeof globalThis.fetch = (input, init) => handle(new Request(input, init))
    return fetch
  })
).pipe(Layer.provide(Logger.layer([])))
