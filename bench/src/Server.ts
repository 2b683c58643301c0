import { Effect, Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import {
  bootstrapToken,
  killNow,
  processLayer,
  runRollcall,
  startServer as startProcess,
  stop
} from "../../packages/cli/test/serve/ServerProcess.ts"
import { expectJson, makeClient, Unexpected } from "./Client.ts"
import type { Database } from "./Database.ts"

/** Starts the real server on a database, in a separate process, until the scope closes. */
export const startServer = Effect.fnUntraced(function* (database: Database, env: Record<string, string> = {}) {
  const started = yield* startProcess({
    folder: database.folder,
    env: { ROLLCALL_DATABASE_URL: database.url, ROLLCALL_LOG_FORMAT: "json", ...env }
  })
  const { child, stderr, url } = started
  const send = yield* makeClient(url, bootstrapToken)
  return {
    database,
    pid: child.pid,
    send,
    token: bootstrapToken,
    url,
    /** The server's peak memory in MiB. */
    peakMemory: memoryOf("VmHWM", child.pid),
    /** The server's current memory in MiB. */
    memory: memoryOf("VmRSS", child.pid),
    /** The number of the server's open files and sockets. */
    descriptors: Effect.sync(() => readdirSync(`/proc/${child.pid}/fd`).length),
    /** The number of log lines so far, without the lines for responses. */
    eventLines: Effect.map(
      stderr.soFar,
      (text) => text.split("\n").filter((line) => line !== "" && !line.includes('"message":"Answered"')).length
    ),
    /** Stops the server with a signal, and returns its exit code. */
    stop: stop(started),
    kill: killNow(started)
  }
}, Effect.provide(processLayer))

export type Server = Effect.Success<ReturnType<typeof startServer>>

const memoryOf = (name: string, pid: number) =>
  Effect.try({
    try: () => Number(RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024,
    catch: () => new Unexpected({ message: "the system does not say how much memory a process uses" })
  })

/** Runs the command line on a server's database, while the server runs. */
const runCommand = Effect.fnUntraced(function* ({ folder, url }: Database, args: ReadonlyArray<string>) {
  const done = yield* runRollcall({ folder, args, env: { ROLLCALL_DATABASE_URL: url } })
  if (done.code !== 0) return yield* new Unexpected({ message: `rollcall ${args.join(" ")}: ${done.stderr}` })
  return done.stdout
}, Effect.provide(processLayer))

/** Creates a second workspace next to the one of the server's own token, and returns a token for it. */
export const otherToken = Effect.fnUntraced(function* (database: Database, name: string) {
  yield* runCommand(database, ["workspaces", "create", name])
  return yield* tokenOf(database, name)
})

/** Creates a token for a workspace, and returns it. */
export const tokenOf = Effect.fnUntraced(function* (database: Database, name: string) {
  const made = yield* runCommand(database, ["tokens", "create", "--workspace", name, "--json"])
  return (yield* Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ token: Schema.String })))(made)).token
})

const Uuid = Schema.Struct({ uuid: Schema.String })

/** Creates a contact, and returns its uuid. */
export const createContact = Effect.fnUntraced(function* ({ send }: Pick<Server, "send">, fields: object) {
  return (yield* expectJson(201, Uuid)(yield* send("POST", "/v1/contacts", { json: fields }))).uuid
})

const Details = Schema.Struct({
  audience: Schema.NullOr(Schema.String),
  status: Schema.String,
  recipients: Schema.NullOr(Schema.Int),
  sent: Schema.Int,
  reasons: Schema.Record(Schema.String, Schema.Int)
})

/** Accepts a broadcast, given as JSON, and returns its uuid. */
export const acceptBroadcast = Effect.fnUntraced(function* ({ send }: Pick<Server, "send">, body: string) {
  return (yield* expectJson(202, Uuid)(yield* send("POST", "/broadcasts", { body }))).uuid
})

/** Reads the current state of a broadcast. */
export const broadcastNow = ({ send }: Pick<Server, "send">, uuid: string) =>
  Effect.flatMap(send("GET", `/broadcasts/${uuid}`), expectJson(200, Details))

const Accepted = Schema.Struct({ contact_import_uuid: Schema.String })
const Progress = Schema.Struct({
  status: Schema.String,
  summary: Schema.Struct({ created: Schema.Int, failed: Schema.Int, total: Schema.Int })
})

/** Maximum rows in one request of `importContacts`. */
const rowsOfRequest = 1_000

/** Imports contacts, and returns when all of them are stored. */
export const importContacts = Effect.fnUntraced(function* (
  { send }: Pick<Server, "send">,
  count: number,
  contact: (index: number) => object
) {
  for (let from = 0; from < count; from += rowsOfRequest) {
    const size = Math.min(rowsOfRequest, count - from)
    const contacts = Array.from({ length: size }, (_, index) => contact(from + index))
    const accepted = yield* send("POST", "/v1/contacts/bulk", { json: { contacts } })
    const { contact_import_uuid: uuid } = yield* expectJson(202, Accepted)(accepted)
    const progress = Effect.flatMap(send("GET", `/v1/contacts/bulk/${uuid}`), expectJson(200, Progress))
    const { summary } = yield* Effect.repeat(Effect.delay(progress, "20 millis"), {
      until: ({ status }) => status === "completed" || status === "failed"
    })
    if (summary.created !== size) {
      return yield* new Unexpected({ message: `of ${size} rows ${summary.created} were imported` })
    }
  }
})
