import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { processLayer, spawnRollcall, stop, temporaryFolder } from "../../packages/cli/test/serve/ServerProcess.ts"

/**
 * A request: its path, when it was due, since the epoch, and how long its response took from then, both in milliseconds.
 * Its status is 0 if no answer came, and the wait then how long it was waited for.
 */
const Asked = Schema.Struct({
  path: Schema.String,
  due: Schema.Number,
  wait: Schema.Number,
  status: Schema.Int
})
export type Asked = typeof Asked.Type

/**
 * The path of a record that is no request: the wait is how late the asking process had its turn. What the machine takes
 * from it, it takes from the server as well.
 */
export const ownTurn = "own turn"

/** What is asked for, again and again. */
interface Questions {
  readonly url: string
  readonly token: string
  /** Each is asked for at every turn. */
  readonly paths: ReadonlyArray<string>
  /** Milliseconds from one turn to the next. */
  readonly every: number
}

/** What the process says when it asks, and where it writes its record, in its working folder: a pipe takes less at once. */
export const [atWork, recordFile] = ["at work", "record.json"]

const decodeRecord = Schema.decodeEffect(Schema.fromJsonString(Schema.Array(Asked)))

/** Asks in its own process. The result stops it and returns all requests, in the order of their ends. */
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
