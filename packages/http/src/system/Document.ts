import { Api, asServed, mapMembers } from "@rollcall/api"
import { Effect, Layer, Predicate } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiSwagger, OpenApi } from "effect/http-api"
import { withExamples } from "./DocumentExamples.ts"
import { type Base, pagePath } from "./ServedPaths.ts"

export interface DocumentOptions {
  /** The path of the API; empty for the root. It is the server URL of the document. */
  readonly base: Base
  /** Whether requests are authorized by bearer tokens. If a host authorizes them, the document omits authorization. */
  readonly bearer: boolean
}

/** Makes the response with the OpenAPI document. This takes half a second. */
export const documentAnswer = (options: DocumentOptions): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(OpenApi.fromApi(asMounted(options)))

/** Makes the response with the page that shows the document, about two megabytes. */
export const pageAnswer = Effect.fnUntraced(function* (options: DocumentOptions) {
  const own = yield* HttpRouter.make
  yield* HttpApiSwagger.layer(asMounted(options), { path: pagePath }).pipe(
    Layer.provide(Layer.succeed(HttpRouter.HttpRouter, own)),
    Layer.build,
    Effect.scoped
  )
  return yield* Effect.orDie(own.asHttpEffect())
})

const asMounted = ({ base, bearer }: DocumentOptions) => {
  const api = base === "" ? Api : Api.annotate(OpenApi.Servers, [{ url: base }])
  return api.annotate(OpenApi.Transform, (document) => {
    const whole = withExamples(asServed(document))
    return bearer ? whole : withoutSecurity(whole)
  })
}

const withoutSecurity = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  components: without(document["components"], "securitySchemes"),
  paths: mapMembers(document["paths"], (path) => mapMembers(path, (operation) => without(operation, "security")))
})

const without = (value: unknown, name: string): unknown =>
  Predicate.isReadonlyObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
    : value
