import { Api } from "@rollcall/api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiSwagger } from "effect/http-api"

export const openApiPath = "/openapi.json"
export const docsPath = "/docs"

const selfContained =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"

/** A page that shows the API. Everything on it is in the page itself; its policy makes sure that nothing is fetched. */
export const layer = HttpApiSwagger.layer(Api, { path: docsPath }).pipe(
  Layer.provide(
    HttpRouter.middleware(Effect.map(HttpServerResponse.setHeader("content-security-policy", selfContained))).layer
  )
)
