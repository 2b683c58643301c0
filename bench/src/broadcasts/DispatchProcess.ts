import { layer } from "@rollcall/storage-postgres"
import { Config, Effect, Layer } from "effect"
import { runProgram } from "../Processes.ts"
import { dispatcher, instantChannel } from "./Dispatching.ts"

/* Sends the broadcasts of a database. Its record is what its channel accepted. */
runProgram(
  Effect.gen(function* () {
    const channel = instantChannel()
    const storage = yield* Layer.build(layer({ url: yield* Config.Redacted("ROLLCALL_DATABASE_URL") }))
    yield* Layer.build(dispatcher(channel, Layer.succeedContext(storage)))
    return Effect.sync(channel.record)
  })
)
