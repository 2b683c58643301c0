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
 * Handles a decoded request of a caller. Returns a value of the endpoint's schema, its encoded form, or a whole response.
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

/** Adds the handlers of all endpoints of a group, which pass decoded requests to services. */
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

/** Like {@link handleAll}, for a group of the Contacts area, where handlers may fail with errors of the library. */
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

/** Returns the response for a handler's result: nothing, a response, or a value of the endpoint's first schema. */
const answerOf = ({ success }: HttpApiEndpoint.Top, value: unknown) => {
  if (value === undefined || HttpServerResponse.isHttpServerResponse(value)) return value
  const [schema = Schema.Void] = success
  return jsonAnswer(schema, Schema.resolveAnnotationsKey(schema)?.httpApiStatus)(value)
}

/** Returns an error with the issues of a service in the query. */
export const inQuery = ({ issues }: InvalidInput) => new InvalidRequest({ issues: toWireIssues(issues, "query") })

/** Returns the page that a query asks for. */
export const partOf = ({ limit, offset }: PageRequest): PageRequest => ({ limit, offset })
