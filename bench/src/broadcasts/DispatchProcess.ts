import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { layer } from "@rollcall/storage-postgres"
import { Config, Console, Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"
import { dispatcher } from "./Dispatching.ts"
import { instantChannel, recordFile } from "./InstantChannel.ts"

/*
 * A process that sends whatever is due on a database. It says when it is at work, and writes down what its channel has
 * taken when it is told to stop.
 */
const work = Effect.gen(function* () {
  const url = yield* Config.Redacted("ROLLCALL_DATABASE_URL")
  const channel = instantChannel()
  yield* Effect.addFinalizer(() => Effect.sync(() => writeFileSync(recordFile, JSON.stringify(channel.record()))))
  const storage = yield* Layer.build(layer({ url }))
  yield* Layer.build(dispatcher(channel, Layer.succeedContext(storage)))
  yield* Console.log("at work")
  return yield* Effect.never
}).pipe(Effect.scoped)

NodeRuntime.runMain(work)
