import { Effect, Layer, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpMethod } from "effect/http"
import { bootstrapToken, processLayer } from "./ServerProcess.ts"

/** The services that starting processes and calling them takes. */
export const live = Layer.mergeAll(processLayer, FetchHttpClient.layer)

/** What is called: the server's address, and the token if it is not the bootstrap token; null for none. */
export interface Target {
  readonly url: string
  readonly token?: string | null
}

/** A request: the method, the path and, if there is one, the body. */
export type Request = readonly [method: HttpMethod.HttpMethod, path: string, body?: unknown]

/** What a server answered. */
export type Answer = Effect.Success<ReturnType<typeof call>>

/** Calls a server with JSON and returns its status and JSON. */
export const call = Effect.fnUntraced(function* (
  { token = bootstrapToken, url }: Target,
  ...[method, path, body]: Request
) {
  const http = yield* HttpClient.HttpClient
  const request = HttpClientRequest.make(method)(`${url}${path}`).pipe(
    token === null ? (same) => same : HttpClientRequest.bearerToken(token),
    body === undefined ? (same) => same : HttpClientRequest.bodyJsonUnsafe(body)
  )
  const response = yield* http.execute(request)
  return {
    status: response.status,
    headers: response.headers,
    body: yield* response.json,
    request: `${method} ${path}`
  }
})

/** Reads an answer, which has to have this status and shape. */
export const decode = <A>(
  { body, request, status }: Answer,
  [wanted, schema]: readonly [status: number, schema: Schema.Decoder<A>]
) =>
  status === wanted
    ? Effect.orDie(Schema.decodeUnknownEffect(schema)(body))
    : Effect.die(new Error(`${request}: ${status} instead of ${wanted}: ${JSON.stringify(body)}`))

/** Calls a server and reads the answer, which has to have this status and shape. */
export const ask = <A>(target: Target, request: Request, expected: Parameters<typeof decode<A>>[1]) =>
  Effect.flatMap(call(target, ...request), (answer) => decode(answer, expected))

/** The fields of a contact that these tests check. */
export const Contact = Schema.Struct({ uuid: Schema.String, first_name: Schema.NullOr(Schema.String) })

/** A page of contacts. */
export const ContactPage = Schema.Struct({
  contacts: Schema.Array(Contact),
  pagination: Schema.Struct({ total: Schema.Int })
})

/** The answer to an accepted broadcast. */
export const Accepted = Schema.Struct({
  uuid: Schema.String,
  recipients: Schema.Int,
  rejected_recipients: Schema.Int
})

/** A broadcast with its counters. */
export const Details = Schema.Struct({
  uuid: Schema.String,
  status: Schema.String,
  recipients: Schema.Int,
  sent: Schema.Int,
  delivered: Schema.Int,
  read: Schema.Int,
  rejected: Schema.Int,
  failed: Schema.Int
})

/** A reminder to each of these numbers. */
export const reminderTo = (identifiers: ReadonlyArray<string>) => ({
  channel_type: "chatapp",
  name: "Reminders",
  template_name: "appointment_reminder",
  from: "447700900000",
  parameters: { body_order: ["name", "time"] },
  recipients: identifiers.map((identifier) => ({
    identifier,
    parameters: { body: { name: "Ada", time: "9:30" } }
  }))
})

/** Repeats a request until its response is as wanted, and returns it. */
export const askUntil = <A>(
  target: Target,
  request: Request,
  expected: Parameters<typeof decode<A>>[1],
  wanted: (answer: A) => boolean
) => Effect.repeat(Effect.delay(ask(target, request, expected), "25 millis"), { until: wanted })

/** A broadcast's details, once they are as wanted. */
export const detailsWhen = (target: Target, uuid: string, wanted: (details: typeof Details.Type) => boolean) =>
  askUntil(target, ["GET", `/broadcasts/${uuid}`], [200, Details], wanted)
