import { parseOptions, StreamedBody, type WireIssue } from "@rollcall/api"
import { defaultBounds } from "@rollcall/core/shared"
import { Context, Effect, Result, Schema } from "effect"
import { Headers, HttpRouter, HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { InvalidRequest } from "../errors/InvalidRequest.ts"
import { decodeStorable, type Judge } from "./body/BodyDecoder.ts"
import { namesOf, toSnakeCase } from "./Casing.ts"
import { ignoredFields, nameIgnored } from "./IgnoredFields.ts"
import { toIssues } from "./Issues.ts"
import type { JsonBody, JsonObject, RequestBodies } from "./body/RequestBodies.ts"
import { inspect } from "./body/StorableJson.ts"

/** Numbers have to be finite, because the endpoint gets the body as JSON. */
const jsonBounds = { ...defaultBounds, finite: true }

/**
 * Makes what runs an endpoint on a checked request. The endpoint gets the body with the names that its schema has, once
 * it is known that the body can be stored. Fails with every issue of the path, the query and the body (W4) if the
 * endpoint cannot decode one of them. A body that is streamed is not read. What an endpoint needs for it is derived
 * from its schemas once.
 */
export const makeRequestCheck = (
  bodies: RequestBodies["Service"],
  options: {
    /** Whether bodies take every defined name in snake_case and in camelCase (W2). */
    readonly bothCases: boolean
    /** By `group.endpoint`, what returns further issues of a body of which some are known. */
    readonly judges?: { readonly [endpoint: string]: Judge }
  }
) => {
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
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const query = yield* HttpServerRequest.ParsedSearchParams

    const refuseUndecoded = (body?: JsonObject) =>
      Effect.catch((error: E): Effect.Effect<never, E | InvalidRequest> => {
        if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
        const issues = check.issues(params, query, body)
        return issues.length === 0 ? Effect.die(error.cause) : Effect.fail(new InvalidRequest({ issues }))
      })

    if (check.prepare === null) return yield* refuseUndecoded()(httpEffect)
    const body = yield* Effect.mapError(bodies.json, (refused) => {
      const issues = check.issues(params, query)
      return issues.length > 0 ? new InvalidRequest({ issues }) : refused
    })
    yield* nameIgnored(check.ignored(body.object))
    const text = check.prepare(body)
    if (text === null) return yield* new InvalidRequest({ issues: check.issues(params, query, body.object) })
    return yield* httpEffect.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, withText(request, text)),
      refuseUndecoded(body.object)
    )
  })
}

interface EndpointCheck {
  /** Returns the body as JSON with the names of the schema, or null if something is wrong with it already. */
  readonly prepare: ((body: JsonBody) => string | null) | null
  /** Returns the fields of the body that the answer names as ignored (W3). */
  readonly ignored: (body: JsonObject) => ReadonlyArray<string>
  /** Returns every issue of the path, the query and, where one is given, the body. */
  readonly issues: (params: unknown, query: unknown, body?: JsonObject) => ReadonlyArray<WireIssue>
}

const endpointCheck = (endpoint: HttpApiEndpoint.Top, bothCases: boolean, judge: Judge | undefined): EndpointCheck => {
  const inPath = issuesIn(endpoint.params, "path")
  const inQuery = issuesIn(endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query), "query")
  const payload = [...endpoint.payload.values()].flatMap(({ schemas }): ReadonlyArray<Schema.Top> => schemas)[0]
  if (payload === undefined || Context.get(endpoint.annotations, StreamedBody)) {
    return { prepare: null, ignored: () => [], issues: (params, query) => [...inPath(params), ...inQuery(query)] }
  }
  const schema = decoderOf(payload)
  const names = bothCases ? namesOf(schema) : undefined
  const decode = decodeStorable(schema, defaultBounds, judge)
  const inBody = (body: JsonObject | undefined): ReadonlyArray<WireIssue> => {
    if (body === undefined) return []
    const { issues, value } = toSnakeCase(names, body)
    return Result.match(decode(value, [], issues), {
      onFailure: (found) => found,
      onSuccess: () => inspect(value, jsonBounds).issues
    })
  }
  const [answer] = endpoint.success
  return {
    ignored: ignoredFields({ body: schema, answer, bothCases }),
    prepare: ({ object, text }) => {
      const { issues, value } = toSnakeCase(names, object)
      if (issues.length > 0 || inspect(value, jsonBounds).issues.length > 0) return null
      return value === object ? text : JSON.stringify(value)
    },
    issues: (params, query, body) => [...inPath(params), ...inQuery(query), ...inBody(body)]
  }
}

/** The request with another body, which is JSON whatever its content type was. */
const withText = (request: HttpServerRequest.HttpServerRequest, text: string): HttpServerRequest.HttpServerRequest =>
  Object.defineProperty(
    request.modify({ headers: Headers.set(request.headers, "content-type", "application/json") }),
    "text",
    { value: Effect.succeed(text) }
  )

/** The schema, with a type that says that it needs no services. */
const decoderOf = ({ ast }: Schema.Top) => Schema.make<Schema.Codec<unknown>>(ast)

const issuesIn = (schema: Schema.Top | undefined, place: WireIssue["in"]) => {
  if (schema === undefined) return (): ReadonlyArray<WireIssue> => []
  const decode = Schema.decodeUnknownResult(decoderOf(schema), parseOptions)
  return (input: unknown): ReadonlyArray<WireIssue> =>
    Result.match(decode(input), { onFailure: ({ issue }) => toIssues(issue, place), onSuccess: () => [] })
}
