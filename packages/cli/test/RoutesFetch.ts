import type { Rollcall } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import { layer as routes, routerConfig } from "@rollcall/http"
import { Effect, Layer, Logger } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"

/** What a client is made of whose server is in the same process: its routes in the place of a network. */
export const layerFetch = Layer.effect(
  FetchHttpClient.Fetch,
  Effect.gen(function* () {
    const context = yield* Effect.context<Layer.Success<typeof Rollcall.layer> | Storage>()
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() =>
        HttpRouter.toWebHandler(
          routes.pipe(
            Layer.provide(Layer.succeedContext(context)),
            Layer.provide(HttpServer.layerServices),
            Layer.provideMerge(Logger.layer([]))
          ),
          { routerConfig, disableLogger: true }
        )
      ),
      ({ dispose }) => Effect.promise(dispose)
    )
    const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))
    return fetch
  })
)
