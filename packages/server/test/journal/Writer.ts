import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { SimulatorJournal } from "@rollcall/channel-simulator"
import { Effect } from "effect"
import { layerFileJournal } from "../../src/channel/FileJournal.ts"
import { batches, linesOf } from "./Lines.ts"

/** A process that appends its batches to a journal that others write to meanwhile. */
const [filename = "", writer = ""] = process.argv.slice(2)

Effect.gen(function* () {
  const journal = yield* SimulatorJournal
  for (let batch = 0; batch < batches; batch++) {
    yield* journal.append(["", ...linesOf(writer, batch)])
    yield* Effect.yieldNow
  }
}).pipe(Effect.provide(layerFileJournal(filename)), NodeRuntime.runMain())
