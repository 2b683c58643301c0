import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { systemCaller, Workspaces, Contacts, Rollcall } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as sqlite } from "@rollcall/storage-sqlite"
import { Console, Effect, Layer } from "effect"

// #region layers
const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(sqlite({ filename: "clinic.db" }))
)
// #endregion

const program = Effect.gen(function* () {
  const contacts = yield* Contacts
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("clinic")
  yield* contacts.create(systemCaller(workspace), {
    firstName: "Zoë",
    lastName: "Müller",
    phoneNumber: "+49 30 901820"
  })
  return yield* contacts.search(systemCaller(workspace), { searchTerm: "müller" }, { limit: 10, offset: 0 })
})

program.pipe(Effect.flatMap(Console.dir), Effect.provide(rollcall), NodeRuntime.runMain)
