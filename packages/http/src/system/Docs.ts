import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpPlatform, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { compressedOnce } from "./CompressedOnce.ts"
import type { DocumentOptions } from "./Document.ts"
import { type Base, documentPath, homePath, pagePath } from "./ServedPaths.ts"

/** Nothing is fetched but answers of the API, and no other page shows this one in a frame. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer"
}

/** The document and the page, with the examples: loaded when somebody asks for one, and not by each host that starts. */
const loaded = Effect.promise(() => import("./Document.ts"))

/** What is served of the document. */
interface DocsOptions extends DocumentOptions {
  /** Whether the root leads to the page. */
  readonly home: boolean
}

/**
 * The OpenAPI document, and a page that shows it and sends its examples. Everything on the page is in the page itself.
 * Both are compressed for clients that take it, once: the page has two megabytes, and who opens it needs no token.
 */
export const layer = (options: DocsOptions) => {
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
        // A client that leaves meanwhile does not end it for the next.
        Effect.map(Effect.uninterruptible(opened), HttpServerResponse.setHeaders(pageHeaders))
      )
      yield* router.add("GET", pagePath, answer)
    })
  )
  return Layer.merge(document, page).pipe(
    Layer.provide(compression),
    Layer.merge(options.home ? home(options.base) : Layer.empty),
    Layer.provide(HttpServer.layerServices)
  )
}

const compression = HttpRouter.middleware(
  Effect.map(HttpPlatform.HttpPlatform, (platform) => {
    const once = { ...platform, compression: compressedOnce(platform.compression) }
    return (app) => Effect.provideService(HttpMiddleware.compression()(app), HttpPlatform.HttpPlatform, once)
  })
).layer

/**
 * What a person finds who opens the address of the server. Below a base the path is whole, because the address may end
 * without a slash; at the root it is relative, because a proxy may serve the root below a path.
 */
const home = (base: Base) =>
  HttpRouter.add("GET", homePath, HttpServerResponse.redirect(`${base === "" ? "." : base}${pagePath}`))
