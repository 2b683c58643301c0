import { Effect, Layer, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import {
  bootstrapToken,
  processLayer,
  spawnRollcall,
  stop,
  temporaryFolder
} from "../../../packages/server/test/ServerProcess.ts"
import { Disagreement } from "../cases/Case.ts"

/** How often a small request is due, in milliseconds. */
export const every = 5

/** The file in which a client writes down what it asked. */
export const askedFile = "asked.json"

/** A request: when it was due, since the epoch, and how long its answer took from then, both in milliseconds. */
const Asked = Schema.Struct({ due: Schema.Number, wait: Schema.Number, status: Schema.Int })
export type Asked = typeof Asked.Type

const decodeAsked = Schema.decodeEffect(Schema.fromJsonString(Schema.Array(Asked)))

const program = fileURLToPath(new URL("./AskProcess.ts", import.meta.url))

/** Starts a client that asks for a URL again and again. `stop` gives what it asked; every answer has to be 200. */
export const startAsking = Effect.fnUntraced(function* (url: string) {
  const services = yield* Layer.build(processLayer)
  const folder = yield* Effect.provideContext(temporaryFolder, services)
  const env = { ASK_URL: url, ASK_TOKEN: bootstrapToken }
  const client = yield* Effect.provideContext(spawnRollcall({ folder, program, env }), services)
  while (!(yield* client.stdout.soFar).includes("at work")) yield* Effect.sleep("10 millis")
  return {
    stop: Effect.gen(function* () {
      yield* stop(client)
      const asked = yield* decodeAsked(yield* Effect.sync(() => readFileSync(join(folder, askedFile), "utf8")))
      const other = asked.find(({ status }) => status !== 200)
      return other === undefined ? asked : yield* new Disagreement({ case: url, library: other.status, rival: 200 })
    })
  }
})
