import { BroadcastsErrors, type ErrorStatus, statusLines, toWireIssues, type WireIssue } from "@rollcall/api"
import type { InvalidInput, InvalidTransition } from "@rollcall/core"
import { Effect } from "effect"
import { type Headers, HttpServerResponse } from "effect/http"
import type { BodyRefused } from "../requests/body/RequestBodies.ts"
import { busyRetryAfter, sharedRefusals } from "./Refusals.ts"

/** Makes the body of an error that no endpoint declares. */
export const broadcastsEnvelope = (status: ErrorStatus, details: string) => ({
  message: status === 404 ? BroadcastsErrors.messages.notFound : statusLines[status],
  details
})

const shared = sharedRefusals({
  401: (details) => ({ message: statusLines[401], details }),
  403: (details) => ({ message: statusLines[403], details }),
  429: (details) => ({ message: statusLines[429], details }),
  503: (details) => ({ message: statusLines[503], details })
})
export const { forbidden, searchStopped, storageFailed, tooManyRequests, unauthorized } = shared

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
        return shared.unavailable(details, busyRetryAfter)
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
