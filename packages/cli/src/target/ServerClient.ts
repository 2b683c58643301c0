import { Api, WireIssue } from "@rollcall/api"
import { type Effect, Predicate, Redacted, Result, Schema } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { CommandRefused } from "../CommandRefused.ts"

/** A server, and the token that opens it. */
export interface ServerAddress {
  readonly url: string
  readonly token: Redacted.Redacted
}

export type ServerClient = HttpApiClient.ForApi<typeof Api>

/** A client of a Rollcall server, made of the definition of its API. */
export const makeServerClient = ({
  token,
  url
}: ServerAddress): Effect.Effect<ServerClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(Api, {
    baseUrl: url.replace(/\/+$/, ""),
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(Redacted.value(token)))
  })

/** How long one answer may take. */
export const answerTime = "60 seconds"

/**
 * Why a server did not do what was asked.
 *
 * - `Refused`: it says no, and will say so again; what was asked did not happen.
 * - `Unreached`: it was not reached; what was asked did not happen.
 * - `Lost`: it failed, or its answer was lost; nobody knows whether what was asked happened.
 */
export type ServerFault =
  | { readonly _tag: "Refused"; readonly message: string; readonly issues: ReadonlyArray<WireIssue> }
  | { readonly _tag: "Unreached" | "Lost"; readonly message: string }

const Envelope = Schema.Struct({
  error: Schema.Struct({
    message: Schema.String,
    details: Schema.Union([Schema.String, Schema.Struct({ errors: Schema.Array(WireIssue) })])
  })
})

const decodeEnvelope = Schema.decodeUnknownResult(Schema.Union([Envelope, Schema.Struct({ body: Envelope })]))

/** What the error of a call means. */
export const faultOf = (url: string, error: unknown): ServerFault => {
  const answer = decodeEnvelope(error)
  if (Result.isSuccess(answer)) {
    return answeredFault(url, "body" in answer.success ? answer.success.body : answer.success)
  }
  if (HttpClientError.isHttpClientError(error)) {
    if (error.reason._tag === "TransportError") return transportFault(url, error.reason.cause)
    const status = error.response?.status
    if (status !== undefined && status >= 500) return { _tag: "Lost", message: `${url}: the server answers ${status}` }
  }
  if (Predicate.isTagged(error, "TimeoutError")) {
    return { _tag: "Lost", message: `${url}: the server does not answer within ${answerTime}` }
  }
  return {
    _tag: "Refused",
    message: `${url}: this is not a server of Rollcall, or a part of another version`,
    issues: []
  }
}

const answeredFault = (url: string, { error }: typeof Envelope.Type): ServerFault => {
  const details = typeof error.details === "string" ? error.details : error.details.errors.map(sentence).join("; ")
  const message = `${url}: ${error.message}: ${details}`
  if (error.message.startsWith("5")) return { _tag: "Lost", message }
  if (error.message.startsWith("401")) {
    return { _tag: "Refused", message: `${url}: the server does not take this token (--token)`, issues: [] }
  }
  return { _tag: "Refused", message, issues: typeof error.details === "string" ? [] : error.details.errors }
}

/** An issue as it is told. */
export const sentence = ({ field, msg }: Pick<WireIssue, "field" | "msg">): string =>
  field === "" ? msg : `${field}: ${msg}`

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT"
])

const transportFault = (url: string, cause: unknown): ServerFault => {
  const code = codeOf(cause)
  return neverConnected.has(code)
    ? { _tag: "Unreached", message: `${url}: cannot connect (${code})` }
    : { _tag: "Lost", message: `${url}: the connection broke (${code})` }
}

/** The code of the innermost cause that has one. */
const codeOf = (cause: unknown): string => {
  for (let error = cause; error !== undefined && error !== null;) {
    if (Predicate.hasProperty(error, "code") && typeof error.code === "string") return error.code
    error = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  }
  return "no answer"
}

/** The message of a fault, as what stops a command. */
export const refusal = ({ message }: ServerFault): CommandRefused => new CommandRefused({ message })
