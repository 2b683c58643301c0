import { BroadcastsErrors, type ErrorStatus, statusLines, toWireIssues, type WireIssue } from "@rollcall/api"
import type { InvalidInput, InvalidTransition, SearchStopped, StorageError } from "@rollcall/core"
import { Effect } from "effect"
import { type Headers, HttpServerResponse } from "effect/http"
import type { BodyRefused } from "../requests/body/RequestBodies.ts"
import {
  busyRetryAfter,
  failWith,
  forbiddenDetails,
  limitSentence,
  storageRetryAfter,
  storageSentence,
  unauthorizedDetails,
  type TooManyRequests
} from "./Refusals.ts"

/** Makes the body of an error that no endpoint declares. */
export const broadcastsEnvelope = (status: ErrorStatus, details: string) => ({
  message: status === 404 ? BroadcastsErrors.messages.notFound : statusLines[status],
  details
})

/** Returns the error for a request without a caller. `challenge` adds the header that asks for a bearer token. */
export const unauthorized = (challenge: boolean) =>
  failWith(
    { message: statusLines[401], details: unauthorizedDetails },
    challenge ? { "www-authenticate": "Bearer" as const } : {}
  )

export const forbidden = (scopes: ReadonlyArray<string>) =>
  Effect.fail({ message: statusLines[403], details: forbiddenDetails(scopes) })

export const tooManyRequests = (error: TooManyRequests) => {
  const { details, seconds } = limitSentence(error)
  return failWith({ message: statusLines[429], details }, { "retry-after": seconds })
}

export const notFound =
  <const Message extends BroadcastsErrors.NotFoundMessage>(message: Message) =>
  (error: { readonly message: string }) =>
    Effect.fail({ message, details: error.message })

/** The most issues that a response lists. It also says how many more there are. */
export const maxIssues = 100

/** Returns the error that lists issues. `total` is the number of all issues, if `issues` has only the first ones. */
export const invalidRequest =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({ issues, total = issues.length }: { readonly issues: ReadonlyArray<WireIssue>; readonly total?: number }) => {
    const listed = issues.slice(0, maxIssues).map(({ field, msg }) => (field === "" ? msg : `${field}: ${msg}`))
    const more = total - listed.length
    return Effect.fail({ message, details: [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") })
  }

/** Returns the error for input that the library refused. */
export const invalidInput =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({ issues }: InvalidInput) =>
    invalidRequest(message)({ issues: toWireIssues(issues) })

export const invalidTransition =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({ message: details }: InvalidTransition) =>
    Effect.fail({ message, details })

export const bodyRefused =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({ message: details, reason }: BodyRefused) => {
    switch (reason._tag) {
      case "NotJson":
      case "NotObject":
        return Effect.fail({ message, details })
      case "TooLarge":
        return Effect.fail({ message: statusLines[413], details })
      case "Encoded":
        return Effect.fail({ message: statusLines[415], details })
      case "Busy":
        return unavailable(details, busyRetryAfter)
    }
  }

interface Refusal {
  readonly message: string
  readonly details: string
}

/**
 * Returns the response to a refused request, for middleware, which doesn't declare the statuses of its endpoints. If the
 * message starts with a status, as for a body that is too large, the response has that status.
 */
export const answerOf = (
  status: 400 | 404,
  refused: Effect.Effect<never, Refusal | { readonly body: Refusal; readonly headers: Headers.Input }>
) =>
  Effect.catch(refused, (refusal) => {
    const { body, headers = {} } = "body" in refusal ? refusal : { body: refusal }
    const [, code] = /^(\d{3}) /.exec(body.message) ?? []
    return Effect.succeed(HttpServerResponse.jsonUnsafe(body, { status: Number(code ?? status), headers }))
  })

export const storageFailed = (error: StorageError) =>
  Effect.flatMap(storageSentence(error), (details) => unavailable(details, storageRetryAfter))

export const searchStopped = ({ message }: SearchStopped) => unavailable(message, busyRetryAfter)

const unavailable = (details: string, retryAfter: string) =>
  failWith({ message: statusLines[503], details }, { "retry-after": retryAfter })
