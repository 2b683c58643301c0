import type { Caller } from "@rollcall/core"
import { Effect, Predicate, Record } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, type HttpApiEndpoint, HttpApiSecurity } from "effect/http-api"
import type { Authorized } from "../access/Authorization.ts"
import type { Admission } from "../requests/Admission.ts"
import { endpointName } from "../requests/RequestCheck.ts"
import type { ServedPath } from "../system/ServedPaths.ts"

/**
 * An endpoint without query and body that skips the router because it is called so often. The router and its layers took a
 * third of the time of a `get`. The API declares its path, scopes and responses, and a test compares both ways.
 */
export interface ShortEndpoint {
  readonly endpoint: HttpApiEndpoint.Top
  /** Returns the handler for these path parameters; null if a parameter is invalid. */
  readonly answerTo: (params: unknown) => ShortAnswer | null
}

/** Responds to a caller. Fails with the errors that the endpoint declares. */
type ShortAnswer = (caller: Caller) => Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal>

/** An error that an endpoint declares, with or without headers. */
type Refusal = Envelope | { readonly body: Envelope; readonly headers: { readonly [name: string]: string | undefined } }

/** The body of an error. Its message begins with the status. */
interface Envelope {
  readonly error: { readonly message: string; readonly details: unknown }
}

/**
 * Makes a handler that skips the router. It returns null for requests that need the router: those to other endpoints, those
 * with a query, and those with an invalid path.
 */
export const makeShortPath = (
  endpoints: ReadonlyArray<ShortEndpoint>,
  authorized: Authorized<Refusal>,
  { admitted }: Admission["Service"]
) => {
  const byRoute = new Map(endpoints.map((short) => [`${short.endpoint.method} ${short.endpoint.path}`, short]))
  return ({ method }: HttpServerRequest.HttpServerRequest, base: string, path: ServedPath) => {
    const short = byRoute.get(`${method} ${path.route.slice(base.length)}`)
    if (short === undefined || !Record.isEmptyRecord(path.searchParams)) return null
    const answer = short.answerTo(path.params)
    if (answer === null) return null
    const authorizing = Effect.flatMap(bearer, (token) => authorized(token, short.endpoint))
    const name = endpointName(short.endpoint)
    return Effect.flatMap(authorizing, (caller) => admitted(name, answer(caller))).pipe(
      Effect.provideService(HttpServerRequest.ParsedSearchParams, path.searchParams),
      Effect.withErrorReporting,
      Effect.catch((refusal) => Effect.succeed(responseTo(refusal)))
    )
  }
}

/** Reads the bearer token of a request; empty if missing. */
const bearer = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

const responseTo = (refusal: Refusal): HttpServerResponse.HttpServerResponse => {
  const { body, headers } = Predicate.hasProperty(refusal, "body") ? refusal : { body: refusal, headers: {} }
  const given = Record.filter(headers, Predicate.isString)
  return HttpServerResponse.jsonUnsafe(body, { status: Number.parseInt(body.error.message), headers: given })
}
