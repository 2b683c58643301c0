import { Workspaces, AccessTokens, ActorUuid, ContactLists, CustomFields } from "@rollcall/core"
import { layerImportWorker } from "@rollcall/core/people"
import { layer as memory } from "@rollcall/storage-memory"
import { Effect, Layer, Logger } from "effect"
import { PersistedQueue } from "effect/persistence"
import { ImportClient } from "../../src/contacts/import/ImportClient.ts"
import { DatabaseCaller, layerInProcess, layerServices } from "../../src/targets/DatabaseTarget.ts"
import { layerServer } from "../../src/targets/ServerTarget.ts"
import { commandLayer } from "../serve/Commands.ts"
import { layerFetch } from "../RoutesFetch.ts"

const layerCaller = Layer.effect(
  DatabaseCaller,
  Workspaces.use(({ ensure }) =>
    Effect.map(ensure("default"), ({ uuid }) => ({
      workspace: uuid,
      actor: ActorUuid.make("00000000-0000-7000-8000-000000000000")
    }))
  )
)

/** Every service over one memory store, a workspace in it, and the worker of imports. */
const services = layerCaller.pipe(
  Layer.merge(Layer.provide(layerImportWorker, PersistedQueue.layer)),
  Layer.provideMerge(layerServices),
  Layer.provideMerge(Layer.mergeAll(memory, commandLayer, Logger.layer([])))
)

const server = Layer.unwrap(
  Effect.gen(function* () {
    const tokens = yield* AccessTokens
    const { token } = yield* tokens.create(yield* DatabaseCaller, {})
    return layerServer({ url: "http://rollcall.test/", token })
  })
).pipe(Layer.provide(layerFetch))

/** Both targets with the same contacts. */
export const targets = [["a database", layerInProcess("a database")] as const, ["a server", server] as const].map(
  ([name, target]) =>
    [name, Layer.orDie(ImportClient.layer.pipe(Layer.provideMerge(target), Layer.provideMerge(services)))] as const
)

/** Custom fields and a list that the files know. */
export const prepare = Effect.gen(function* () {
  const caller = yield* DatabaseCaller
  const fields = yield* CustomFields
  const lists = yield* ContactLists
  const input = { icon: null, editable: true, sensitive: false, selectOptions: null, fieldKey: null }
  yield* fields.create(caller, { ...input, name: "Score", fieldType: "number:decimal" })
  yield* fields.create(caller, {
    ...input,
    name: "Tags",
    fieldType: "multiselect",
    selectOptions: ["Red", "Green"]
  })
  const list = yield* lists.create(caller, { name: "All" })
  return { workspace: caller.workspace, list: list.uuid }
})
