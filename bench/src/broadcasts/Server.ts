import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { HttpBody, HttpClient, HttpClientRequest } from "effect/http"
import { readFileSync } from "node:fs"
import {
  bootstrapToken,
  processLayer,
  startServer as startProcess,
  temporaryFolder
} from "../../../packages/server/test/ServerProcess.ts"
import { Disagreement } from "../cases/Case.ts"

/** The answer to a broadcast that was accepted. */
export const Accepted = Schema.Struct({
  uuid: Schema.String,
  recipients: Schema.Int,
  rejected_recipients: Schema.Int,
  warnings: Schema.Struct({
    recipients: Schema.Array(Schema.Struct({ identifier: Schema.String, errors: Schema.Array(Schema.String) }))
  })
})

/** Large bodies are sent seldom, and a connection that lay idle may be closed under the next one: each has its own. */
const seldom = NodeHttpClient.layerNodeHttpOptions({ keepAlive: false })

/** The real server on a store, as a process of its own, until the scope ends. */
export const startServer = Effect.fnUntraced(function* (databaseUrl: string) {
  const services = yield* Layer.build(processLayer)
  const server = yield* Effect.gen(function* () {
    const env = { ROLLCALL_DATABASE_URL: databaseUrl, ROLLCALL_LOG_FORMAT: "json" }
    return yield* startProcess({ folder: yield* temporaryFolder, env })
  }).pipe(Effect.provideContext(services))
  const sender = yield* client(seldom)

  /** Sends JSON, and gives the text of an answer that has to have this status. */
  const post = Effect.fnUntraced(function* (path: string, body: Uint8Array, status: number) {
    const response = yield* sender.post(`${server.url}${path}`, { body: HttpBody.uint8Array(body, "application/json") })
    const text = yield* response.text
    return response.status === status ? text : yield* unexpected(path, response.status, text)
  })

  return { peakMemory: peakMemory(server.child.pid), post, url: server.url }
})

const client = (layer: typeof seldom) =>
  Effect.map(Layer.build(layer), (services) =>
    HttpClient.mapRequest(Context.get(services, HttpClient.HttpClient), HttpClientRequest.bearerToken(bootstrapToken))
  )

const unexpected = (path: string, status: number, text: string) =>
  new Disagreement({ case: path, library: `${status}: ${text.slice(0, 500)}`, rival: "another status" })

/** The most memory that a process ever had, in MiB, where the system says it. */
const peakMemory = (pid: number) =>
  Effect.sync(() => readFileSync(`/proc/${pid}/status`, "utf8")).pipe(
    Effect.map((status) => Option.fromNullishOr(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])),
    Effect.map(Option.map((kibibytes) => Number(kibibytes) / 1_024)),
    Effect.catchDefect(() => Effect.succeed(Option.none<number>()))
  )
