import { Effect, Schema } from "effect"
import { stores } from "../kill/Store.ts"
import { startServer } from "../ServerProcess.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.String,
    annotations: Schema.Struct({
      process: Schema.optional(Schema.Int),
      pid: Schema.optional(Schema.Int),
      only: Schema.optional(Schema.String)
    })
  })
)

/** A server of so many processes, on a database of its own if it is not given one. */
export const startProcesses = Effect.fnUntraced(function* (
  count: string,
  options: {
    readonly database?: string
    readonly args?: ReadonlyArray<string>
    readonly program?: string
  } = {}
) {
  const { folder, url } = yield* stores.Postgres
  const { database = url, ...others } = options
  const env = { ROLLCALL_DATABASE_URL: database, ROLLCALL_PROCESSES: count }
  const server = yield* startServer({ folder, env, ...others })
  const logged = Effect.map(server.stderr.soFar, (text) =>
    text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Schema.decodeUnknownSync(Line)(line))
  )
  /** The processes that have served so far, in their order. */
  const served = Effect.map(logged, (lines) =>
    lines.flatMap(({ annotations: { pid }, message }) =>
      message === "A server process is ready" && pid !== undefined ? [pid] : []
    )
  )
  const servedBy = (most: number) =>
    Effect.repeat(Effect.delay(served, "20 millis"), { until: (pids) => pids.length >= most })
  return { ...server, database, logged, servedBy }
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until none of these processes is there any more. */
export const gone = (pids: ReadonlyArray<number>) =>
  Effect.repeat(
    Effect.delay(
      Effect.sync(() => pids.filter(isAlive)),
      "20 millis"
    ),
    {
      until: (left) => left.length === 0
    }
  ).pipe(Effect.timeout("30 seconds"))
