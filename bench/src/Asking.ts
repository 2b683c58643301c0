import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { processLayer, spawnRollcall, stop, temporaryFolder } from "../../packages/cli/test/serve/ServerProcess.ts"

/**
 * A request: its path, when it was due (milliseconds since the epoch), and how long its response took from then
 * (milliseconds). Without a response, the status is 0, and `wait` is how long the response was waited for.
 */
const Asked = Schema.Struct({
  path: Schema.String,
  due: Schema.Number,
  wait: Schema.Number,
  status: Schema.Int
})
export type Asked = typeof Asked.Type

/**
 * The path of a record that is not a request. Its wait is how late the asking process ran. The machine delays the
 * server by as much.
 */
export const ownTurn = "own turn"

/** The requests to repeat. */
interface Questions {
  readonly url: string
  readonly token: string
  /** The paths to request in each turn. */
  readonly paths: ReadonlyArray<string>
  /** Milliseconds between two turns. */
  readonly every: number
}

/**
 * The line that the process prints when it starts to send, and the file for its record in its working folder. A file is
 * used because a pipe holds less.
 */
export const [atWork, recordFile] = ["at work", "record.json"]

const decodeRecord = Schema.decodeEffect(Schema.fromJsonString(Schema.Array(Asked)))

/**
 * Sends requests from a separate process. The returned effect stops the process and returns all requests, in the order
 * of completion.
 */
export const startAsking = Effect.fnUntraced(function* ({ every, paths, token, url }: Questions) {
  const folder = yield* temporaryFolder
  const started = yield* spawnRollcall({
    folder,
    program: fileURLToPath(new URL("./AskProcess.ts", import.meta.url)),
    env: { ASK_EVERY: String(every), ASK_PATHS: paths.join(" "), ASK_TOKEN: token, ASK_URL: url }
  })
  while (!(yield* started.stdout.soFar).includes(atWork)) yield* Effect.sleep("10 millis")
  return Effect.gen(function* () {
    yield* stop(started)
    return yield* decodeRecord(yield* Effect.sync(() => readFileSync(join(folder, recordFile), "utf8")))
  })
}, Effect.provide(processLayer))
