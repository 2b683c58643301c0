import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ImportSettings, OptOuts } from "@rollcall/core"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { layerImportWorker } from "@rollcall/core/people"
import { Console, Duration, Effect, Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { readSettings } from "../../../src/serve/settings/Settings.ts"
import { serve } from "../../../src/serve/Serve.ts"
import { storageLayer } from "../../../src/serve/Storage.ts"

/*
 * A process that the tests kill: the whole server, or with the argument `worker` what the command line is while it
 * imports into a database directly, a process that applies rows beside the server.
 */

/** Small steps, so that there are many moments to be killed at, and a dead process is missed after a second. */
const settings: ImportSettings = {
  ...ImportSettings.defaultValue(),
  batch: 20,
  sweepEvery: Duration.millis(100),
  nextCheckAfter: Duration.seconds(1)
}

const work = Effect.gen(function* () {
  const { databasePooled, databaseSchema, databaseUrl } = yield* readSettings
  const storage = storageLayer(databaseUrl, databaseSchema, { pooled: databasePooled })
  const optOuts = Layer.provide(OptOuts.layer, layerAddressedRecipients)
  const worker = layerImportWorker.pipe(Layer.provide([PersistedQueue.layer, optOuts]), Layer.provide(storage))
  yield* Layer.build(worker)
  yield* Console.log("at work")
  return yield* Effect.never
}).pipe(Effect.scoped)

const program = process.argv[2] === "worker" ? work : Effect.flatMap(readSettings, serve)

program.pipe(Effect.provideService(ImportSettings, settings), Effect.provide(NodeServices.layer), NodeRuntime.runMain())
