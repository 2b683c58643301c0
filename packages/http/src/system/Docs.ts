import { Api, asServed } from "@rollcall/api"
import { Effect, Layer, Predicate } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiSwagger, OpenApi } from "effect/http-api"
import { type Base, documentPath, pagePath } from "./ServedPaths.ts"

const selfContained =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"

/**
 * The OpenAPI document, and a page that shows it. Everything on the page is in the page itself; its policy makes sure that
 * nothing is fetched but answers of the API.
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
  const page = HttpApiSwagger.layer(api, { path: pagePath }).pipe(
    Layer.provide(
      HttpRouter.middleware(Effect.map(HttpServerResponse.setHeader("content-security-policy", selfContained))).layer
    )
  )
  return Layer.merge(document, page)
}

/** What the document says beside what the API says of itself. */
interface DocumentOptions {
  /** Where the API is mounted, empty for the root: the server of the document. */
  readonly base: Base
  /** Whether requests are authorized by bearer tokens. How a host authorizes them otherwise the document cannot say. */
  readonly bearer: boolean
}

const asMounted = ({ base, bearer }: DocumentOptions) => {
  const api = base === "" ? Api : Api.annotate(OpenApi.Servers, [{ url: base }])
  return bearer ? api : api.annotate(OpenApi.Transform, (document) => withoutSecurity(asServed(document)))
}

/** A document that does not say how requests are authorized. */
const withoutSecurity = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  components: without(document["components"], "securitySchemes"),
  paths: mapMembers(document["paths"], (path) => mapMembers(path, (operation) => without(operation, "security")))
})

const mapMembers = (value: unknown, change: (member: unknown) => unknown): unknown =>
  Predicate.isReadonlyObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]))
    : value

const without = (value: unknown, name: string): unknown =>
  Predicate.isReadonlyObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
    : value
