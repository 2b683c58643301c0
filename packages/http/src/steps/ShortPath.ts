import type { Caller } from "@rollcall/core"
import { Effect, Predicate, Record } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, type HttpApiEndpoint, HttpApiSecurity } from "effect/http-api"
import type { Authorized } from "../access/Authorization.ts"
import type { Admission } from "../requests/Admission.ts"
import { endpointName } from "../requests/RequestCheck.ts"
import type { ServedPath } from "../system/ServedPaths.ts"

/**
 * An endpoint without a query and a body that is called so often that it skips the router: passing a request from the router
 * through the layers of its group took a third of the time of a get. Its path, scopes and answers are declared in the API, and a
 * test compares both ways.
 */
export interface ShortEndpoint {
  readonly endpoint: HttpApiEndpoint.Top
  /** Answers a request with these path parameters; null if a parameter breaks a rule of its schema. */
  readonly answerTo: (params: unknown) => ShortAnswer | null
}

/** Answers a caller. It fails with the errors of the endpoint, like its handler. */
type ShortAnswer = (caller: Caller) => Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal>

/** An error that an endpoint declares, with or without headers. */
type Refusal = Envelope | { readonly body: Envelope; readonly headers: { readonly [name: string]: string | undefined } }

/** The envelope of an error. Its message begins with the status. */
interface Envelope {
  readonly error: { readonly message: string; readonly details: unknown }
}

/**
 * Makes a handler that skips the router. It returns null for requests that need the router: to another endpoint, with a query,
 * whose unknown names are reported, or with a path whose issues are listed.
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

/** The token of a request, as the security of the API reads it; empty if it is not given. */
const bearer = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

const responseTo = (refusal: Refusal): HttpServerResponse.HttpServerResponse => {
  const { body, headers } = Predicate.hasProperty(refusal, "body") ? refusal : { body: refusal, headers: {} }
  const given = Record.filter(headers, Predicate.isString)
  return HttpServerResponse.jsonUnsafe(body, { status: Number.parseInt(body.error.message), headers: given })
}
