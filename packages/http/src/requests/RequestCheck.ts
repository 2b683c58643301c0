import { parseOptions, StreamedBody, type WireIssue } from "@rollcall/api"
import { Context, Effect, Result, Schema } from "effect"
import { Headers, HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { InvalidRequest } from "../errors/InvalidRequest.ts"
import { decodeStorable, type Judge } from "./BodyDecoder.ts"
import { namesOf, toSnakeCase } from "./Casing.ts"
import { toIssues } from "./Issues.ts"
import type { JsonObject, RequestBodies } from "./RequestBodies.ts"
import { defaultBounds } from "./StorableJson.ts"

/**
 * Checks the current request against the schemas of its endpoint. Fails with every issue of the path, the query and the
 * body (W4). Returns the request with the names of the body as the schema of the endpoint has them. A body that is
 * streamed is not read.
 */
export const requestCheck = (
  bodies: RequestBodies["Service"],
  endpoint: HttpApiEndpoint.Top,
  options: {
    /** Whether the body takes every defined name in snake_case and in camelCase (W2). */
    readonly bothCases: boolean
    /** Returns further issues of a body of which some are known. */
    readonly judge?: Judge | undefined
  }
) => {
  const inPath = issuesIn(endpoint.params, "path")
  const inQuery = issuesIn(endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query), "query")
  const payload = [...endpoint.payload.values()].flatMap(({ schemas }): ReadonlyArray<Schema.Top> => schemas)[0]
  const prepare =
    payload === undefined || Context.get(endpoint.annotations, StreamedBody)
      ? undefined
      : bodyCheck(decoderOf(payload), options)

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const inUrl = [...inPath(params), ...inQuery(yield* HttpServerRequest.ParsedSearchParams)]
    if (prepare === undefined) {
      return inUrl.length > 0 ? yield* new InvalidRequest({ issues: inUrl }) : request
    }
    const body = yield* Effect.mapError(bodies.object, (refused) =>
      inUrl.length > 0 ? new InvalidRequest({ issues: inUrl }) : refused
    )
    const { issues, value } = prepare(body)
    if (inUrl.length + issues.length > 0) return yield* new InvalidRequest({ issues: [...inUrl, ...issues] })
    return withBody(request, JSON.stringify(value))
  })
}

/** The request with another body, and with the content type of JSON, which callers need not send. */
const withBody = ({ headers, method, remoteAddress, url }: HttpServerRequest.HttpServerRequest, body: string) =>
  HttpServerRequest.fromWeb(new Request("http://localhost", { method, body })).modify({
    url,
    headers: Headers.set(headers, "content-type", "application/json"),
    remoteAddress
  })

/** The schema, with a type that says that it needs no services. */
const decoderOf = ({ ast }: Schema.Top) => Schema.make<Schema.Codec<unknown>>(ast)

const issuesIn = (schema: Schema.Top | undefined, place: WireIssue["in"]) => {
  if (schema === undefined) return (): ReadonlyArray<WireIssue> => []
  const decode = Schema.decodeUnknownResult(decoderOf(schema), parseOptions)
  return (input: unknown): ReadonlyArray<WireIssue> =>
    Result.match(decode(input), { onFailure: ({ issue }) => toIssues(issue, place), onSuccess: () => [] })
}

/** Returns the body with the names of the schema, and every issue. */
const bodyCheck = (
  schema: Schema.Codec<unknown>,
  { bothCases, judge }: { readonly bothCases: boolean; readonly judge?: Judge | undefined }
) => {
  const names = bothCases ? namesOf(schema) : undefined
  const decode = decodeStorable(schema, defaultBounds, judge)
  return (body: JsonObject) => {
    const { issues, value } = toSnakeCase(names, body)
    return {
      value,
      issues: Result.match(decode(value, [], issues), { onFailure: (found) => found, onSuccess: () => [] })
    }
  }
}
