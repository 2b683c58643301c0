import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpPlatform, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { compressedOnce } from "./CompressedOnce.ts"
import type { DocumentOptions } from "./Document.ts"
import { documentPath, pagePath } from "./ServedPaths.ts"

/** The page may fetch only answers of the API, and no other page may show it in a frame. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer"
}

/** The document and the page, with the examples. They are loaded at the first request, not at the start of every host. */
const loaded = Effect.promise(() => import("./Document.ts"))

/**
 * The OpenAPI document, and a page that shows it and sends its examples. Everything on the page is in the page itself.
 * Both are compressed once, for clients that accept it: the page has two megabytes, and opening it needs no token.
 */
export const layer = (options: DocumentOptions) => {
  const document = HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const answer = yield* Effect.cached(Effect.map(loaded, ({ documentAnswer }) => documentAnswer(options)))
      yield* router.add("GET", documentPath, answer)
    })
  )
  const page = HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const opened = Effect.flatMap(loaded, ({ pageAnswer }) => pageAnswer(options))
      const answer = yield* Effect.cached(
        // A client that disconnects does not interrupt it for the next client.
        Effect.map(Effect.uninterruptible(opened), HttpServerResponse.setHeaders(pageHeaders))
      )
      yield* router.add("GET", pagePath, answer)
    })
  )
  return Layer.merge(document, page).pipe(Layer.provide(compression), Layer.provide(HttpServer.layerServices))
}

const compression = HttpRouter.middleware(
  Effect.map(HttpPlatform.HttpPlatform, (platform) => {
    const once = { ...platform, compression: compressedOnce(platform.compression) }
    return (app) => Effect.provideService(HttpMiddleware.compression()(app), HttpPlatform.HttpPlatform, once)
  })
).layer
