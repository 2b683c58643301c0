import { AccessTokens, ActorUuid, ContactLists, CustomFields, Rollcall, TemplateCatalog } from "@rollcall/core"
import { layer as simulatorLayer, SimulatorJournal } from "@rollcall/channel-simulator"
import { layer as memory } from "@rollcall/storage-memory"
import { Effect, Layer, Logger } from "effect"
import { FetchHttpClient } from "effect/http"
import type { ContactSource } from "../../../src/contacts/export/ContactSource.ts"
import type { ImportTarget } from "../../../src/contacts/import/ImportTarget.ts"
import { layerDatabaseContacts } from "../../../src/contacts/target/DatabaseContacts.ts"
import { layerDatabaseImports } from "../../../src/contacts/target/DatabaseImports.ts"
import { DatabaseWorkspace } from "../../../src/target/DatabaseRollcall.ts"
import { layerServerContacts } from "../../../src/contacts/target/ServerContacts.ts"
import { layerServerImports } from "../../../src/contacts/target/ServerImports.ts"
import { commandLayer } from "../../../../server/test/Commands.ts"
import { layerFetch } from "../../RoutesFetch.ts"

/** Every service over one memory store, a workspace in it, and the workers of imports. */
const services = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf([])),
  Layer.provide(simulatorLayer({ seed: "contacts" })),
  Layer.provide(SimulatorJournal.layerMemory),
  Layer.provideMerge(memory)
)

const layerWorkspace = Layer.effect(
  DatabaseWorkspace,
  AccessTokens.use((tokens) => Effect.map(tokens.ensureWorkspace("default"), ({ uuid }) => uuid))
)

const origin = "--database"
const url = { _tag: "Memory" } as const

const database = Layer.mergeAll(layerDatabaseImports({ origin, url }), layerDatabaseContacts({ origin, url }))

const silent = Logger.layer([])

const server = Layer.unwrap(
  Effect.gen(function* () {
    const tokens = yield* AccessTokens
    const { token } = yield* tokens.create({ workspace: yield* DatabaseWorkspace })
    const address = { url: "http://rollcall.test/", token }
    return Layer.mergeAll(layerServerImports(address), layerServerContacts(address))
  })
).pipe(Layer.provide(FetchHttpClient.layer), Layer.provide(layerFetch))

const world = Layer.mergeAll(services, commandLayer, silent).pipe(Layer.orDie)

type World = Layer.Success<typeof world> | DatabaseWorkspace | ContactSource | ImportTarget

/** Both ways to the same contacts. */
export const worlds: ReadonlyArray<readonly [name: string, layer: Layer.Layer<World>]> = [
  ["a database", Layer.orDie(database.pipe(Layer.provideMerge(layerWorkspace), Layer.provideMerge(world)))],
  ["a server", Layer.orDie(server.pipe(Layer.provideMerge(layerWorkspace), Layer.provideMerge(world)))]
]

const nobody = "00000000-0000-7000-8000-000000000000"

/** Custom fields and a list that the files know. */
export const prepare = Effect.gen(function* () {
  const workspace = yield* DatabaseWorkspace
  const fields = yield* CustomFields
  const lists = yield* ContactLists
  const draft = { icon: null, editable: true, sensitive: false, selectOptions: null, fieldKey: null }
  yield* fields.create(workspace, { ...draft, name: "Score", fieldType: "number:decimal" })
  yield* fields.create(workspace, { ...draft, name: "Tags", fieldType: "multiselect", selectOptions: ["Red", "Green"] })
  const list = yield* lists.create({ workspace, actor: ActorUuid.make(nobody) }, { name: "All" })
  return { workspace, list: list.uuid }
})
