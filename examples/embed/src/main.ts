import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { Rollcall } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as sqlite } from "@rollcall/storage-sqlite"
import { Console, Effect, Layer } from "effect"
import { remind } from "./Reminders.ts"

// Rollcall is a library: choose a store and a channel, and it runs in your process, without a server.
const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(sqlite({ filename: ":memory:" }))
)

const show = Effect.flatMap(remind, (recipients) => Console.table(recipients, ["identifier", "status", "reason"]))

show.pipe(Effect.provide(rollcall), NodeRuntime.runMain)
