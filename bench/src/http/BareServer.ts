import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgClient } from "@effect/sql-pg"
import { Clock, Config, Effect, Layer, References, Schema } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { containing } from "../contacts/Searches.ts"
import { contactByUuid, contactsByEmail, page, type Row, shown, tokenByHash } from "./ContactAnswer.ts"

/*
 * What a request costs on the server and the driver of Effect alone: two paths, one fiber, no schema of the answer and no
 * deadline. It answers `GET /v1/contacts/{uuid}` and `POST /v1/contacts/search` as the server that is written by hand does.
 */

const Token = Schema.NonEmptyArray(Schema.Struct({ workspace_uuid: Schema.String, scopes: Schema.String }))
const tokenIn = Schema.decodeUnknownEffect(Token)

const Search = Schema.Struct({ advanced_search: Schema.NonEmptyArray(Schema.Struct({ value: Schema.String })) })

const headers = { "x-content-type-options": "nosniff", "cache-control": "no-store" }

const get = Effect.fnUntraced(function* (workspace: string) {
  const sql = yield* SqlClient.SqlClient
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const [row] = yield* sql.unsafe<Row>(contactByUuid, [workspace, url.slice("/v1/contacts/".length)])
  return row && shown(row)
})

const search = Effect.fnUntraced(function* (workspace: string) {
  const sql = yield* SqlClient.SqlClient
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const limit = Number(new URLSearchParams(url.split("?")[1]).get("limit"))
  const {
    advanced_search: [{ value }]
  } = yield* HttpServerRequest.schemaBodyJson(Search)
  const wanted = containing(value.toLowerCase())
  return page(yield* sql.unsafe<Row>(contactsByEmail, [workspace, wanted, limit, 0]), limit, 0)
})

const answer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = request.headers["authorization"]?.slice("Bearer ".length) ?? ""
  const hash = createHash("sha256").update(token).digest("hex")
  const [{ scopes, workspace_uuid: workspace }] = yield* tokenIn(
    yield* sql.unsafe(tokenByHash, [hash, yield* Clock.currentTimeMillis])
  )
  if (!scopes.includes("contacts:read")) return HttpServerResponse.empty({ status: 403 })
  const found = request.method === "POST" ? yield* search(workspace) : yield* get(workspace)
  if (found === undefined) return HttpServerResponse.empty({ status: 404 })
  return HttpServerResponse.jsonUnsafe(found, { headers: { ...headers, "x-request-id": crypto.randomUUID() } })
})

const serve = Effect.gen(function* () {
  const server = yield* HttpServer.HttpServer
  yield* server.serve(answer)
  process.stdout.write(`${HttpServer.formatAddress(server.address)}\n`)
  return yield* Effect.never
})

const database = Layer.unwrap(
  Effect.map(Config.Redacted("RIVAL_DATABASE_URL"), (url) =>
    PgClient.layer({
      url,
      maxConnections: 10,
      startupParameters: { search_path: "rollcall,public", jit: "off" }
    })
  )
)

serve.pipe(
  Effect.scoped,
  Effect.provide(NodeHttpServer.layerServer(createServer, { port: 0, host: "127.0.0.1" })),
  Effect.provide(database),
  Effect.provideService(References.TracerEnabled, false),
  NodeRuntime.runMain
)
