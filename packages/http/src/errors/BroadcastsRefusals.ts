import { BroadcastsErrors, type ErrorStatus, statusLines, type WireIssue } from "@rollcall/api"
import type { BroadcastRefused, InvalidTransition, StorageError } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { BodyRefused } from "../requests/RequestBodies.ts"
import { bodyRefusals, busyRetryAfter, storageRetryAfter, storageSentence, unauthorizedDetails } from "./Refusals.ts"

/** An error of the area that no endpoint declares (W5). */
export const broadcastsEnvelope = (status: ErrorStatus, details: string) => ({
  message: status === 404 ? BroadcastsErrors.messages.notFound : statusLines[status],
  details
})

export const unauthorized = Effect.fail(
  HttpApiSchema.withHeaders({
    body: { message: statusLines[401], details: unauthorizedDetails },
    headers: { "www-authenticate": "Bearer" as const }
  })
)

export const forbidden = (scope: string) =>
  Effect.fail({ message: statusLines[403], details: `The token lacks the scope ${scope}.` })

export const notFound =
  <const Message extends BroadcastsErrors.NotFoundMessage>(message: Message) =>
  ({ what }: { readonly what: string }) =>
    Effect.fail({ message, details: `Not found: ${what}.` })

/** The most violations that an answer lists. It says how many more there are. */
export const maxViolations = 100

export const refused =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({ violations }: Pick<BroadcastRefused, "violations">) =>
    refusal(message, violations, violations.length)

/**
 * The answer that lists `violations`, then the issues of a body or a query. `total` is the number of all issues, where
 * `issues` are the first of them.
 */
export const invalidRequest =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({
    issues,
    total = issues.length,
    violations = []
  }: {
    readonly issues: ReadonlyArray<WireIssue>
    readonly total?: number
    readonly violations?: ReadonlyArray<string>
  }) =>
    refusal(
      message,
      [...violations, ...issues.map(({ field, msg }) => (field === "" ? msg : `${field}: ${msg}`))],
      violations.length + total
    )

const refusal = <const Message extends BroadcastsErrors.RefusedMessage>(
  message: Message,
  violations: ReadonlyArray<string>,
  total: number
) => {
  const named = violations.slice(0, maxViolations)
  const more = total - named.length
  return Effect.fail({ message, details: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") })
}

export const invalidTransition = ({ status }: InvalidTransition) =>
  Effect.fail({ message: BroadcastsErrors.messages.notCancelled, details: `The broadcast is ${status}.` })

export const bodyRefused =
  <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
  ({ reason }: BodyRefused) => {
    const { details } = bodyRefusals[reason]
    switch (reason) {
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

export const storageFailed = (error: StorageError) =>
  Effect.flatMap(storageSentence(error), (details) => unavailable(details, storageRetryAfter))

const unavailable = (details: string, retryAfter: string) =>
  Effect.fail(
    HttpApiSchema.withHeaders({
      body: { message: statusLines[503], details },
      headers: { "retry-after": retryAfter }
    })
  )
