import { Effect, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpMethod } from "effect/http"
import { bootstrapToken } from "./ServerProcess.ts"

/** The client that calls are made with. */
export const callsLayer = FetchHttpClient.layer

/** What is called: the server's address, and the token if it is not the bootstrap token; null for none. */
export interface Target {
  readonly url: string
  readonly token?: string | null
}

/** Calls a server with JSON and gives its status and JSON. */
export const call = Effect.fnUntraced(function* (
  { token = bootstrapToken, url }: Target,
  method: HttpMethod.HttpMethod,
  path: string,
  body?: unknown
) {
  const http = yield* HttpClient.HttpClient
  const request = HttpClientRequest.make(method)(`${url}${path}`).pipe(
    token === null ? (same) => same : HttpClientRequest.bearerToken(token),
    body === undefined ? (same) => same : HttpClientRequest.bodyJsonUnsafe(body)
  )
  const response = yield* http.execute(request)
  return { status: response.status, headers: response.headers, body: yield* response.json }
})

/** Calls a server and reads the answer, which has to have this status and shape. */
export const ask = Effect.fnUntraced(function* <A>(
  target: Target,
  [method, path, body]: readonly [method: HttpMethod.HttpMethod, path: string, body?: unknown],
  [status, schema]: readonly [status: number, schema: Schema.Decoder<A>]
) {
  const answer = yield* call(target, method, path, body)
  if (answer.status !== status) {
    return yield* Effect.die(
      new Error(`${method} ${path}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`)
    )
  }
  return yield* Schema.decodeUnknownEffect(schema)(answer.body)
})

/** A contact, as far as these tests look at it. */
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

/** A broadcast's details, once they are as wanted. */
export const detailsWhen = Effect.fnUntraced(function* (
  target: Target,
  uuid: string,
  wanted: (details: typeof Details.Type) => boolean
) {
  for (;;) {
    const details = yield* ask(target, ["GET", `/broadcasts/${uuid}`], [200, Details])
    if (wanted(details)) return details
    yield* Effect.sleep("25 millis")
  }
})
