import { Effect, Layer, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { processLayer, spawnRollcall, stop, temporaryFolder } from "../../../packages/server/test/ServerProcess.ts"
import type { Load } from "../loads/Load.ts"
import { broadcastsOf, handedOverOnce } from "./Dispatching.ts"
import { recordFile } from "./InstantChannel.ts"
import { reminder } from "./Requests.ts"

/** Several processes send one broadcast together, beside one that sends it alone. */
export const dispatchByThree: Load = {
  name: "broadcast: dispatch by 3 processes",
  unit: "messages",
  beside: "one process",
  target: { share: 1 },
  sides: Effect.fnUntraced(function* (arena, { recipients }) {
    const { broadcasts, caller, completed } = yield* broadcastsOf(arena)
    const services = yield* Layer.build(processLayer)

    /** They are at work before there is anything to do. */
    const by = (count: number) =>
      Effect.gen(function* () {
        const fleet = yield* Effect.replicateEffect(startSender(arena.url), count, { concurrency: "unbounded" })
        const { uuid } = yield* broadcasts.create(caller, reminder(recipients))
        const end = yield* completed(uuid)
        const records = yield* Effect.forEach(fleet, recordOf, { concurrency: "unbounded" })
        yield* handedOverOnce(records, recipients)
        const first = Math.min(...records.flatMap(({ first }) => (first === null ? [] : [first])))
        return { count: recipients, seconds: (end - first) / 1_000 }
      }).pipe(Effect.scoped, Effect.provideContext(services))

    return { library: by(3), rival: by(1) }
  })
}

const program = fileURLToPath(new URL("./DispatchProcess.ts", import.meta.url))

const startSender = Effect.fnUntraced(function* (url: string) {
  const folder = yield* temporaryFolder
  const sender = yield* spawnRollcall({ folder, program, env: { ROLLCALL_DATABASE_URL: url } })
  while (!(yield* sender.stdout.soFar).includes("at work")) yield* Effect.sleep("10 millis")
  return { ...sender, record: join(folder, recordFile) }
})

/** One that had nothing to do has no first instant. */
const Record = Schema.Struct({ first: Schema.NullOr(Schema.Number), taken: Schema.Array(Schema.String) })
const decodeRecord = Schema.decodeEffect(Schema.fromJsonString(Record))

const recordOf = Effect.fnUntraced(function* (sender: Effect.Success<ReturnType<typeof startSender>>) {
  yield* stop(sender)
  return yield* decodeRecord(yield* Effect.sync(() => readFileSync(sender.record, "utf8")))
})
