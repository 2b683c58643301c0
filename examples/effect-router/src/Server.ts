import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { Rollcall, Workspaces } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import * as http from "@rollcall/http"
import { layer as memory } from "@rollcall/storage-memory"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"

const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(memory)
)

// #region users
const users: Readonly<Record<string, { readonly clinic: string; readonly id: string }>> = {
  zoe: { clinic: "North Clinic", id: "user_1" }
}

/** Returns the caller of a request: the user of its session, in the workspace of the user's clinic. */
const authorize = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const user = users[request.cookies["session"] ?? ""]
  if (user === undefined) return null
  const { uuid } = yield* (yield* Workspaces).ensure(user.clinic)
  return { workspace: uuid, actor: user.id }
})
// #endregion

// #region routes
const login = HttpRouter.add(
  "POST",
  "/login",
  Effect.gen(function* () {
    const { name } = yield* HttpServerRequest.schemaBodyJson(Schema.Struct({ name: Schema.String }))
    return users[name] === undefined
      ? HttpServerResponse.text("Who are you?", { status: 403 })
      : yield* HttpServerResponse.setCookie(HttpServerResponse.text("Welcome"), "session", name, {
          httpOnly: true,
          sameSite: "strict"
        })
  })
)

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/", HttpServerResponse.text("The clinic")),
  login,
  http.layer({ prefix: "/rollcall", authorize })
)
// #endregion

/** Serves Rollcall and the routes on a port. */
export const serve = (port: number) =>
  HttpRouter.serve(routes).pipe(
    Layer.provide(rollcall),
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port }))
  )
