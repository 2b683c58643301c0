import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Context, Effect, Layer, Schema, type Scope } from "effect"
import { HttpBody, HttpClient, HttpClientRequest } from "effect/http"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import {
  bootstrapToken,
  processLayer,
  spawnRollcall,
  startServer as startProcess,
  stop,
  temporaryFolder
} from "../../packages/cli/test/serve/ServerProcess.ts"
import { agree } from "./Case.ts"

/** Large bodies are sent seldom, and an idle connection may be closed under the next one: each has its own. */
const client = NodeHttpClient.layerNodeHttpOptions({ keepAlive: false })

/** Starts the real server on a store, as a process of its own, until the scope closes. It is asked with this token. */
export const startServer = Effect.fnUntraced(function* (databaseUrl: string, token: string = bootstrapToken) {
  const env = { ROLLCALL_DATABASE_URL: databaseUrl, ROLLCALL_LOG_FORMAT: "json" }
  const { child, url } = yield* startProcess({ folder: yield* temporaryFolder, env })
  const http = Context.get(yield* Layer.build(client), HttpClient.HttpClient)
  const sender = HttpClient.mapRequest(http, HttpClientRequest.bearerToken(token))

  /** Sends JSON, and decodes an answer that has to have this status. */
  const post = <A>(path: string, json: Uint8Array, status: number, schema: Schema.ConstraintDecoder<A>) =>
    Effect.gen(function* () {
      const response = yield* sender.post(`${url}${path}`, { body: HttpBody.uint8Array(json, "application/json") })
      const text = yield* response.text
      yield* agree(`${path}: ${text.slice(0, 500)}`, [response.status], [status])
      return yield* Schema.decodeEffect(Schema.fromJsonString(schema))(text)
    })

  const get = <A>(path: string, schema: Schema.ConstraintDecoder<A>) =>
    Effect.flatMap(sender.get(`${url}${path}`), (response) =>
      Effect.flatMap(response.text, Schema.decodeEffect(Schema.fromJsonString(schema)))
    )

  return { peakMemory: peakMemory(child.pid), get, pid: Number(child.pid), post, token, url }
}, Effect.provide(processLayer))

/** The most memory that a process ever used, in MiB; undefined where the system does not report it. */
export const peakMemory = (pid: number) => memoryIn("VmHWM", pid)

/** The memory that a process uses now, in MiB; undefined where the system does not report it. */
export const memoryNow = (pid: number) => memoryIn("VmRSS", pid)

const memoryIn = (name: string, pid: number) =>
  Effect.sync(() => RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]).pipe(
    Effect.map((kibibytes) => (kibibytes === undefined ? undefined : Number(kibibytes) / 1_024)),
    Effect.catchDefect(() => Effect.undefined)
  )

const atWork = "at work"

/** Where a program writes its record, in its working folder: a pipe takes less at once. */
const recordFile = "record.json"

/** Starts a program that `runProgram` runs. The result stops it and reads its record. */
export const startProgram = Effect.fnUntraced(function* <A>(
  program: URL,
  env: Readonly<Record<string, string>>,
  record: Schema.ConstraintDecoder<A>
) {
  const folder = yield* temporaryFolder
  const started = yield* spawnRollcall({ folder, program: fileURLToPath(program), env })
  while (!(yield* started.stdout.soFar).includes(atWork)) yield* Effect.sleep("10 millis")
  return Effect.gen(function* () {
    yield* stop(started)
    const text = yield* Effect.sync(() => readFileSync(join(folder, recordFile), "utf8"))
    return yield* Schema.decodeEffect(Schema.fromJsonString(record))(text)
  })
}, Effect.provide(processLayer))

/** Runs a program that works from `start` until it is stopped, and then writes its record, which it may wait for. */
export const runProgram = <E>(start: Effect.Effect<Effect.Effect<unknown>, E, Scope.Scope>): void =>
  Effect.gen(function* () {
    const record = yield* start
    yield* Effect.addFinalizer(() => Effect.map(record, (value) => writeFileSync(recordFile, JSON.stringify(value))))
    yield* Console.log(atWork)
    return yield* Effect.never
  }).pipe(Effect.scoped, NodeRuntime.runMain)
