import { Rollcall } from "@rollcall/core"
import { MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { WorkspaceStore } from "@rollcall/core/storage"
import * as Memory from "@rollcall/storage-memory"
import { Effect, Layer, Logger } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { workspace } from "../App.ts"

/** The services of the library on a memory store, which has the workspace of the tests. */
export const rollcall = Rollcall.layer.pipe(
  Layer.provide([Layer.mock(MessageChannel, { channelType: "chatapp" }), TemplateCatalog.layerOf([])]),
  Layer.merge(Layer.effectDiscard(Effect.orDie(WorkspaceStore.use(({ ensure }) => ensure("tests", workspace))))),
  Layer.provideMerge(Memory.layer)
)

/** What a host has: routes, headers on every answer, cross-origin requests, and answers to failures of its own. */
export const hostRoutes = Layer.mergeAll(
  HttpRouter.add("GET", "/hello", HttpServerResponse.text("Hello!", { headers: { "x-hello": "1" } })),
  HttpRouter.add("POST", "/hello", (request) => Effect.map(Effect.orDie(request.text), HttpServerResponse.text)),
  HttpRouter.add("GET", "/users/:name", HttpServerResponse.text("a user")),
  HttpRouter.add("GET", "/v1/reports/:name", HttpServerResponse.text("a report")),
  HttpRouter.add("GET", "/failure", Effect.fail("an error of the host")),
  HttpRouter.add("GET", "/defect", Effect.die(new Error("a defect of the host"))),
  HttpRouter.middleware(Effect.map(HttpServerResponse.setHeader("x-host", "1")), { global: true }),
  HttpRouter.cors({ allowedOrigins: ["https://host.example"], credentials: true })
)

/** A host on its router as a function from requests to answers, with the lines that it logs. */
export const serveHost = Effect.fnUntraced(function* (
  routes: Layer.Layer<never, never, HttpRouter.HttpRouter | HttpRouter.Request<"Error", string>>
) {
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => lines.push(line))])
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() =>
      HttpRouter.toWebHandler(routes.pipe(Layer.provide(HttpServer.layerServices), Layer.provideMerge(logger)), {
        disableLogger: true
      })
    ),
    ({ dispose }) => Effect.promise(dispose)
  )
  const send = Effect.fnUntraced(function* (method: string, path: string, init: RequestInit = {}) {
    const request = new Request(`http://host.example${path}`, { method, ...init })
    const response = yield* Effect.promise(() => handler(request))
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  })
  return { lines, send }
})
