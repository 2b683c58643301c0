import { AsksIn, AsksOnly, parseOptions, StreamedBody, type WireIssue } from "@rollcall/api"
import { defaultBounds } from "@rollcall/core/operations"
import { Context, Effect, Option, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { InvalidRequest } from "./InvalidRequest.ts"
import { decodeStorable, inspect, type Judge } from "./body/BodyDecoder.ts"
import { ignoredPlaces, nameIgnored, namesOf, toSnakeCase, unknownIssues, unknownMembers } from "./body/BodyNames.ts"
import { toIssues } from "./Issues.ts"
import { Admission } from "./Admission.ts"
import { type JsonObject, RequestBodies } from "./body/RequestBodies.ts"

/** Requires finite numbers even where a schema accepts any number, because no store keeps other numbers. */
const finiteBounds = { ...defaultBounds, finite: true }

const DecodedBody = Context.Reference<unknown>("@rollcall/http/requests/DecodedBody", {
  defaultValue: () => undefined
})

/** Returns the decoded body of the current request, with the type that the endpoint declares. */
export function bodyOf<Payload extends Schema.Constraint>(endpoint: {
  readonly "~Payload": Payload
}): Effect.Effect<Payload["Type"]>
export function bodyOf(): Effect.Effect<unknown> {
  return DecodedBody
}

/**
 * Makes a check that runs an endpoint with its decoded body ({@link bodyOf}). Fails with every issue of the path, the query
 * and the body if the endpoint can't decode one of them, or if the body can't be stored. Doesn't read a streamed body.
 * Admits a request after its body has arrived. What the check needs from an endpoint's schemas is derived once.
 */
export const makeRequestCheck = Effect.fnUntraced(function* (options: {
  /** Whether bodies may spell every defined name in snake_case or camelCase. */
  readonly bothCases: boolean
  /** Functions that return further issues of a body with issues, by `group.endpoint`. */
  readonly judges?: { readonly [endpoint: string]: Judge }
}) {
  const bodies = yield* RequestBodies
  const { admitted } = yield* Admission
  const checks = new Map<string, EndpointCheck>()
  const checkOf = (endpoint: HttpApiEndpoint.Top, name: string): EndpointCheck => {
    const check = checks.get(name) ?? endpointCheck(endpoint, options.bothCases, options.judges?.[name])
    checks.set(name, check)
    return check
  }

  return Effect.fnUntraced(function* <A, E, R>(
    httpEffect: Effect.Effect<A, E, R>,
    { endpoint, group }: { readonly endpoint: HttpApiEndpoint.Top; readonly group: { readonly identifier: string } }
  ) {
    const check = checkOf(endpoint, `${group.identifier}.${endpoint.identifier}`)
    const { params } = yield* HttpRouter.RouteContext
    const query = yield* HttpServerRequest.ParsedSearchParams

    const refuseUndecoded = (body?: JsonObject) =>
      Effect.catch((error: E): Effect.Effect<never, E | InvalidRequest> => {
        if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
        const issues = check.issues(params, query, body)
        return issues.length === 0 ? Effect.die(error.cause) : Effect.fail(new InvalidRequest({ issues }))
      })

    if (check.decode === null) {
      const unknown = check.unknown(query)
      yield* nameIgnored(unknown.places)
      if (unknown.isRefused) return yield* new InvalidRequest({ issues: check.issues(params, query) })
      return yield* admitted(check.name, refuseUndecoded()(httpEffect), { afterBody: check.isStreamed })
    }
    const { decode } = check
    const checked = Effect.gen(function* () {
      const body = yield* Effect.mapError(bodies.json, (refused) => {
        const issues = check.issues(params, query)
        return issues.length > 0 ? new InvalidRequest({ issues }) : refused
      })
      const unknown = check.unknown(query, body)
      yield* nameIgnored(unknown.places)
      const decoded = unknown.isRefused ? Option.none() : decode(body)
      if (Option.isNone(decoded)) return yield* new InvalidRequest({ issues: check.issues(params, query, body) })
      return yield* refuseUndecoded(body)(Effect.provideService(httpEffect, DecodedBody, decoded.value))
    })
    return yield* admitted(check.name, checked, { afterBody: true })
  })
})

/** Returns the unique name of an endpoint, such as `GET /v1/contacts`. */
export const endpointName = ({ method, path }: HttpApiEndpoint.Top): string => `${method} ${path}`

interface EndpointCheck {
  readonly name: string
  /** Whether the handler reads the body itself. */
  readonly isStreamed: boolean
  /** Decodes the body; returns `none` if the body is invalid. Null if the check doesn't read the body. */
  readonly decode: ((body: JsonObject) => Option.Option<unknown>) | null
  /** Returns the paths of unknown members of the query and the body, and whether any of them is refused. */
  readonly unknown: (
    query: unknown,
    body?: JsonObject
  ) => { readonly places: ReadonlyArray<string>; readonly isRefused: boolean }
  /** Returns every issue of the path, the query and the body, if there is a body. */
  readonly issues: (params: unknown, query: unknown, body?: JsonObject) => ReadonlyArray<WireIssue>
}

const endpointCheck = (endpoint: HttpApiEndpoint.Top, bothCases: boolean, judge: Judge | undefined): EndpointCheck => {
  const isListing = endpoint.query !== undefined
  const asksOnly = Context.get(endpoint.annotations, AsksOnly)
  const asksIn = Context.get(endpoint.annotations, AsksIn)
  const payload = [...endpoint.payload.values()].flatMap(({ schemas }): ReadonlyArray<Schema.Top> => schemas)[0]
  const isStreamed = Context.get(endpoint.annotations, StreamedBody)
  const isRead = payload !== undefined && !isStreamed
  const name = endpointName(endpoint)
  const inPath = issuesIn(endpoint.params, "path")
  const inQuery = issuesIn(endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query), "query")
  const unknownInQuery = unknownMembers({ schema: endpoint.query, bothCases: false, isRefused: () => isListing })
  const unknownInBody = isRead
    ? unknownMembers({
        schema: payload,
        bothCases,
        isRefused: ({ path }) => asksOnly || asksIn.some((name) => name === path[0])
      })
    : () => []
  const unknown: EndpointCheck["unknown"] = (query, body) => {
    const [ofQuery, ofBody] = [unknownInQuery(query), unknownInBody(body)]
    return {
      places: [...ignoredPlaces(ofQuery).map((place) => `?${place}`), ...ignoredPlaces(ofBody)],
      isRefused: [...ofQuery, ...ofBody].some(({ isRefused }) => isRefused)
    }
  }
  const issuesOfUrl = (params: unknown, query: unknown) => [
    ...inPath(params),
    ...inQuery(query),
    ...unknownInQuery(query).flatMap((member) => unknownIssues(member, "query"))
  ]
  if (!isRead) return { name, isStreamed, decode: null, unknown, issues: issuesOfUrl }
  const schema = decoderOf(payload)
  const names = bothCases ? namesOf(schema) : undefined
  const decode = Schema.decodeUnknownOption(schema, parseOptions)
  const judged = decodeStorable(schema, defaultBounds, judge)
  const inBody = (body: JsonObject | undefined): ReadonlyArray<WireIssue> => {
    if (body === undefined) return []
    const { issues, value } = toSnakeCase(names, body)
    const found = Result.match(judged(value, [], issues), {
      onFailure: (found) => found,
      onSuccess: () => inspect(value, finiteBounds).issues
    })
    return [...found, ...unknownInBody(body).flatMap((member) => unknownIssues(member, "body"))]
  }
  return {
    name,
    isStreamed,
    unknown,
    decode: (body) => {
      const { issues, value } = toSnakeCase(names, body)
      return issues.length > 0 || inspect(value, finiteBounds).issues.length > 0 ? Option.none() : decode(value)
    },
    issues: (params, query, body) => [...issuesOfUrl(params, query), ...inBody(body)]
  }
}

/** Returns the schema with a type that needs no services. */
const decoderOf = ({ ast }: Schema.Top) => Schema.make<Schema.Codec<unknown>>(ast)

const issuesIn = (schema: Schema.Top | undefined, place: WireIssue["in"]) => {
  if (schema === undefined) return (): ReadonlyArray<WireIssue> => []
  const decode = Schema.decodeUnknownResult(decoderOf(schema), parseOptions)
  return (input: unknown): ReadonlyArray<WireIssue> =>
    Result.match(decode(input), { onFailure: ({ issue }) => toIssues(issue, place), onSuccess: () => [] })
}
