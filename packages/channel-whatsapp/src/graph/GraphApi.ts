import { SendError } from "@rollcall/core/channel"
import { Clock, Duration, Effect, Option, Predicate, Schema } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { WhatsAppAccount } from "./WhatsAppAccount.ts"
import type { WhatsAppSettings } from "../WhatsAppSettings.ts"
import { refusalError } from "./GraphErrors.ts"
import { isNeverWritten } from "./Transport.ts"

/** Sends requests to the Graph API. All methods fail with a `SendError`. */
export interface GraphApi {
  /** Reads a node or an edge, such as `123/message_templates`. */
  readonly get: (
    account: WhatsAppAccount,
    path: string,
    params: { readonly [name: string]: string }
  ) => Effect.Effect<Schema.Json, SendError>
  /** Writes to an edge. Fails with `OutcomeUnknown` if it is unknown whether the API accepted the request. */
  readonly post: (account: WhatsAppAccount, path: string, body: Schema.Json) => Effect.Effect<Schema.Json, SendError>
}

const decodeJson = Schema.decodeOption(Schema.fromJsonString(Schema.Json))

/** Members other than `code` may have any form, so they never prevent reading the code. */
const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    error_subcode: Schema.optionalKey(Schema.Unknown),
    message: Schema.optionalKey(Schema.Unknown),
    error_data: Schema.optionalKey(Schema.Unknown)
  })
})
const decodeError = Schema.decodeOption(Schema.fromJsonString(ErrorBody))

/** Makes a `GraphApi` that sends its requests with `client`. */
export const makeGraphApi = (client: HttpClient.HttpClient, { base, timeout }: WhatsAppSettings): GraphApi => {
  const execute = Effect.fnUntraced(function* (account: WhatsAppAccount, request: HttpClientRequest.HttpClientRequest) {
    const response = yield* client.execute(
      request.pipe(HttpClientRequest.bearerToken(account.token), HttpClientRequest.acceptJson)
    )
    const isOk = response.status >= 200 && response.status < 300
    // An error status is used even if its body does not arrive.
    const text = yield* isOk ? response.text : Effect.orElseSucceed(response.text, () => "")
    if (!isOk) return yield* refusalError(yield* refusalOf(response, text))
    const body = decodeJson(text)
    if (Option.isNone(body)) return yield* unknown("the API answered with a body that is not JSON")
    return body.value
  })

  const perform = (account: WhatsAppAccount, request: HttpClientRequest.HttpClientRequest) =>
    execute(account, request).pipe(
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => unknown(`the API did not answer within ${Duration.format(timeout)}`)
      }),
      Effect.catchTag("HttpClientError", (error) => transportError(error)),
      // Tracing is disabled, because a span's URL would contain the sender's id, and the platform doesn't use the trace.
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
    )

  return {
    get: (account, path, params) =>
      perform(account, HttpClientRequest.get(`${base}/${path}`).pipe(HttpClientRequest.setUrlParams(params))),
    post: (account, path, body) =>
      perform(account, HttpClientRequest.post(`${base}/${path}`).pipe(HttpClientRequest.bodyJsonUnsafe(body)))
  }
}

const refusalOf = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse, text: string) {
  const { headers, status } = response
  const body = Option.getOrUndefined(decodeError(text))?.error
  const retryAfter = retryAfterOf(headers["retry-after"], yield* Clock.currentTimeMillis)
  if (body === undefined) return { status, error: null, detail: `the API answered with status ${status}`, retryAfter }
  const { code, error_data: data, error_subcode: subcode, message } = body
  const said = [Predicate.hasProperty(data, "details") ? data.details : undefined, message].find(Predicate.isString)
  return {
    status,
    error: { code, ...(Predicate.isNumber(subcode) && { subcode }) },
    detail: `${said ?? `the API answered with status ${status}`} (code ${code})`,
    retryAfter
  }
})

/** The longest wait that is accepted from a response. */
const longestWait = Duration.hours(1)

/**
 * Returns the wait in a `Retry-After` header, given in seconds or as a timestamp (RFC 9110, 10.2.3). Null if missing or
 * invalid.
 */
const retryAfterOf = (header: string | undefined, now: number): Duration.Duration | null => {
  if (header === undefined) return null
  const millis = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(millis) && millis > 0 ? Duration.min(Duration.millis(millis), longestWait) : null
}

const transportError = ({ reason }: HttpClientError.HttpClientError) => {
  switch (reason._tag) {
    case "EncodeError":
    case "InvalidUrlError":
      return new SendError({
        reason: "SenderRejected",
        code: "malformed_url",
        detail: "the URL of the API is malformed"
      })
    case "TransportError":
      return isNeverWritten(reason.cause)
        ? new SendError({ reason: "Transient", detail: "the API could not be reached" })
        : unknown("the connection to the API broke")
    default:
      return unknown("the answer of the API was incomplete")
  }
}

const unknown = (detail: string) => new SendError({ reason: "OutcomeUnknown", detail })
