import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpPlatform, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { compressedOnce } from "./CompressedOnce.ts"
import type { DocumentOptions } from "./Document.ts"
import { documentPath, pagePath } from "./ServedPaths.ts"

/** Headers that let the page fetch only responses of the API, and forbid showing it in a frame. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer"
}

/** Loads the document, the page and the examples on the first request, not when the host starts. */
const loaded = Effect.promise(() => import("./Document.ts"))

/**
 * Serves the OpenAPI document, and a self-contained page that shows it and can send its examples. Both are cached once
 * compressed: the page has two megabytes and needs no token.
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
        // Uninterruptible, because the next client uses the result even if this client disconnects.
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
