import { Api, asServed } from "@rollcall/api"
import { Effect, Layer, Predicate } from "effect"
import { HttpMiddleware, HttpPlatform, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { HttpApiSwagger, OpenApi } from "effect/http-api"
import { compressedOnce } from "./CompressedOnce.ts"
import { mapMembers, withExamples } from "./DocumentExamples.ts"
import { type Base, documentPath, homePath, pagePath } from "./ServedPaths.ts"

/** Nothing is fetched but answers of the API, and no other page shows this one in a frame. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer"
}

/**
 * The OpenAPI document, and a page that shows it and sends its examples. Everything on the page is in the page itself.
 * Both are compressed for clients that take it, once: the page has two megabytes, and who opens it needs no token.
 */
export const layer = (options: DocumentOptions) => {
  const api = asMounted(options)
  const document = HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      // The first document takes half a second to make.
      const answer = yield* Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(api))))
      yield* router.add("GET", documentPath, answer)
    })
  )
  const page = HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      // Its two megabytes are read when somebody opens it, and not at each start.
      const own = yield* HttpRouter.make
      const opened = HttpApiSwagger.layer(api, { path: pagePath }).pipe(
        Layer.provide(Layer.succeed(HttpRouter.HttpRouter, own)),
        Layer.build,
        Effect.scoped,
        // A client that leaves meanwhile does not end it for the next.
        Effect.uninterruptible
      )
      const answer = yield* Effect.cached(
        Effect.map(Effect.andThen(opened, Effect.orDie(own.asHttpEffect())), HttpServerResponse.setHeaders(pageHeaders))
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

/** What the document says beside what the API says of itself. */
interface DocumentOptions {
  /** Where the API is mounted, empty for the root: the server of the document. */
  readonly base: Base
  /** Whether requests are authorized by bearer tokens. How a host authorizes them otherwise the document cannot say. */
  readonly bearer: boolean
  /** Whether the root leads to the page. */
  readonly home: boolean
}

const asMounted = ({ base, bearer }: DocumentOptions) => {
  const api = base === "" ? Api : Api.annotate(OpenApi.Servers, [{ url: base }])
  return api.annotate(OpenApi.Transform, (document) => {
    const whole = withExamples(asServed(document))
    return bearer ? whole : withoutSecurity(whole)
  })
}

/** A document that does not say how requests are authorized. */
const withoutSecurity = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  components: without(document["components"], "securitySchemes"),
  paths: mapMembers(document["paths"], (path) => mapMembers(path, (operation) => without(operation, "security")))
})

const without = (value: unknown, name: string): unknown =>
  Predicate.isReadonlyObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
    : value
