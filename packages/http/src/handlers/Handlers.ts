import { CurrentCaller, toWireIssues } from "@rollcall/api"
import type { Caller, InvalidInput, PageRequest } from "@rollcall/core"
import { Effect, Record, Schema, type Scope } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiBuilder, HttpApiEndpoint } from "effect/http-api"
import { answered, type FailureAnswered } from "../errors/ContactsAnswers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

/**
 * Handles a decoded request of a caller for an endpoint. Returns the response as a value of the schema, as the schema
 * encodes it, or as a response.
 */
type Row<Endpoint extends HttpApiEndpoint.ConstraintRequest, Failure = Refusal<Endpoint>> = (
  caller: Caller,
  request: Endpoint["~RequestRaw"],
  body: Endpoint["~Payload"]["Type"]
) => Effect.Effect<
  Answer<Endpoint["~Success"]> | HttpServerResponse.HttpServerResponse,
  Failure,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** The errors that an endpoint declares. */
type Refusal<Endpoint extends HttpApiEndpoint.ConstraintRequest> =
  | Endpoint["~Error"]["Type"]
  | HttpApiEndpoint.MiddlewareError<Endpoint>

/** A value of a schema whose values are JSON, or its encoded form. */
type Answer<Success> = Success extends Schema.toCodecJson<infer S> ? S["Type"] | S["Encoded"] : undefined

interface Endpoints {
  readonly [name: string]: HttpApiEndpoint.Top
}

type Handled<Group extends Endpoints> = HttpApiBuilder.Handlers<
  { [Name in keyof Group]: HttpApiEndpoint.Middleware<Group[Name]> }[keyof Group],
  Group,
  keyof Group
>

/** The handlers of all endpoints of a group. They pass decoded requests to services. */
export function handleAll<Group extends Endpoints>(
  handlers: HttpApiBuilder.Handlers<never, Group>,
  rows: { readonly [Name in keyof Group]: Row<Group[Name]> }
): Handled<Group>
export function handleAll(
  handlers: HttpApiBuilder.Handlers<never, Endpoints>,
  rows: { readonly [name: string]: Row<HttpApiEndpoint.Top> }
): unknown {
  for (const [name, row] of Object.entries(rows)) {
    handlers.handleRaw(name, (request) => {
      const { endpoint } = request
      const found = Effect.flatMap(CurrentCaller, (caller) =>
        Effect.flatMap(bodyOf(endpoint), (body) => row(caller, request, body))
      )
      return Effect.map(found, (value) => answerOf(endpoint, value))
    })
  }
  return handlers
}

/** Like {@link handleAll}, for a group of the Contacts area. Its endpoints declare the responses for their errors. */
export function handleContacts<Group extends Endpoints>(
  handlers: HttpApiBuilder.Handlers<never, Group>,
  rows: { readonly [Name in keyof Group]: Row<Group[Name], FailureAnswered<Refusal<Group[Name]>>> }
): Handled<Group>
export function handleContacts(
  handlers: HttpApiBuilder.Handlers<never, Endpoints>,
  rows: { readonly [name: string]: Row<HttpApiEndpoint.Top, FailureAnswered<unknown>> }
): unknown {
  return handleAll(
    handlers,
    Record.map(
      rows,
      (row): Row<HttpApiEndpoint.Top> =>
        (...given) =>
          answered(row(...given))
    )
  )
}

/** The response of an endpoint: nothing, a response, or a value of its first schema. */
const answerOf = ({ success }: HttpApiEndpoint.Top, value: unknown) => {
  if (value === undefined || HttpServerResponse.isHttpServerResponse(value)) return value
  const [schema = Schema.Void] = success
  return jsonAnswer(schema, Schema.resolveAnnotationsKey(schema)?.httpApiStatus)(value)
}

/** Reports issues of a service as issues of the query. */
export const inQuery = ({ issues }: InvalidInput) => new InvalidRequest({ issues: toWireIssues(issues, "query") })

/** The page of a listing from a query. */
export const partOf = ({ limit, offset }: PageRequest): PageRequest => ({ limit, offset })
