import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { AccessTokens, ActorUuid, Rollcall } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import * as http from "@rollcall/http"
import { layer as memory } from "@rollcall/storage-memory"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"

export interface Options {
  readonly prefix: `/${string}`
  readonly authorize: (request: Request) => { readonly workspace: string; readonly actor: string } | null
}

export const createRollcall = async ({ authorize, prefix }: Options) => {
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers, Logger.layer([])).pipe(
      Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
      Layer.provide(simulator()),
      Layer.provide(memory)
    )
  )
  const fetch = await runtime.runPromise(
    Effect.flatMap(AccessTokens, (tokens) =>
      http.makeWebHandler({
        prefix,
        authorize: Effect.fnUntraced(function* (request) {
          const user = authorize(request)
          if (user === null) return null
          const { uuid } = yield* tokens.ensureWorkspace(user.workspace)
          return { workspace: uuid, actor: ActorUuid.make(user.actor) }
        })
      })
    ).pipe(Effect.scoped)
  )
  return { fetch, close: () => runtime.dispose() }
}
