import { WireIssue } from "@rollcall/api"
import { Data, Predicate, Result, Schema } from "effect"
import { HttpClientError } from "effect/http"

/** An error for a request that was refused and had no effect. Repeating it would fail again. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly message: string
  /**
   * The title of an error that is specific to the operation. Null for an error that any operation may have, such as an
   * invalid token.
   */
  readonly title: string | null
  readonly issues: ReadonlyArray<WireIssue>
}> {}

/** An error for a target that could not be reached. The request had no effect. */
export class Unreached extends Data.TaggedError("Unreached")<{ readonly message: string }> {}

/** An error of the target, or a lost response. Whether the request had an effect is unknown. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{ readonly message: string }> {}

/** Why a call of the API failed. The message begins with the name of the target. */
export type ApiError = Refused | Unreached | OutcomeUnknown

export const responseTimeout = "60 seconds"

const ContactsEnvelope = Schema.Struct({
  error: Schema.Struct({
    message: Schema.String,
    details: Schema.Union([Schema.String, Schema.Struct({ errors: Schema.Array(WireIssue) })])
  })
})
const BroadcastsEnvelope = Schema.Struct({ message: Schema.String, details: Schema.String })
const Envelope = Schema.Union([ContactsEnvelope, BroadcastsEnvelope])

const decodeEnvelope = Schema.decodeUnknownResult(Schema.Union([Envelope, Schema.Struct({ body: Envelope })]))

export const toApiError = (target: string, error: unknown): ApiError => {
  const answer = decodeEnvelope(error)
  if (Result.isSuccess(answer))
    return fromEnvelope(target, "body" in answer.success ? answer.success.body : answer.success)
  if (HttpClientError.isHttpClientError(error)) {
    if (error.reason._tag === "TransportError") return fromTransport(target, error.reason.cause)
    const status = error.response?.status
    if (status !== undefined && status >= 500) {
      return new OutcomeUnknown({ message: `${target}: the server answered ${status}` })
    }
  }
  if (Predicate.isTagged(error, "TimeoutError")) {
    return new OutcomeUnknown({ message: `${target}: the server did not answer within ${responseTimeout}` })
  }
  return new Refused({
    message: `${target}: this is not a Rollcall server, or it has another version`,
    title: null,
    issues: []
  })
}

const fromEnvelope = (target: string, envelope: typeof Envelope.Type): ApiError => {
  const { details, message: title } = "error" in envelope ? envelope.error : envelope
  const issues = typeof details === "string" ? [] : details.errors
  const message = `${target}: ${title}: ${typeof details === "string" ? details : issues.map(sentence).join("; ")}`
  // The titles of errors that any operation may return begin with a status.
  const [, status] = /^(\d{3}) /.exec(title) ?? []
  if (status === undefined) return new Refused({ message, title, issues })
  if (status.startsWith("5")) return new OutcomeUnknown({ message })
  return new Refused({
    message: status === "401" ? `${target}: the server rejected this token. Give another with --token` : message,
    title: null,
    issues
  })
}

const sentence = ({ field, msg }: Pick<WireIssue, "field" | "msg">): string => (field === "" ? msg : `${field}: ${msg}`)

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT"
])

const fromTransport = (target: string, cause: unknown): ApiError => {
  const code = codeOf(cause)
  return neverConnected.has(code)
    ? new Unreached({ message: `${target}: cannot connect (${code})` })
    : new OutcomeUnknown({ message: `${target}: the connection broke (${code})` })
}

/** Returns the first error code in a chain of causes. */
const codeOf = (cause: unknown): string => {
  for (let error = cause; error !== undefined && error !== null;) {
    if (Predicate.hasProperty(error, "code") && typeof error.code === "string") return error.code
    error = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  }
  return "no answer"
}
