import type { BroadcastRefused, InvalidTransition, Issue, StorageError } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { BodyRefused } from "../requests/RequestBodies.ts"
import { bodySentences, busyRetryAfter, storageRetryAfter, storageSentence } from "./Refusals.ts"
import { type ErrorStatus, statusLines, unauthorizedDetails } from "./StatusLines.ts"

/** What the operations of the area say when they cannot be done (specification, Errors). */
export const messages = {
  notScheduled: "Broadcast could not be scheduled",
  notCancelled: "Broadcast could not be cancelled",
  recipientsNotListed: "Recipients could not be listed",
  statusesNotListed: "Message statuses could not be listed",
  notFound: "Resource was not found",
  recipientsNotFound: "Broadcast or recipients were not found"
} as const
export type RefusedMessage = (typeof messages)[
  | "notScheduled"
  | "notCancelled"
  | "recipientsNotListed"
  | "statusesNotListed"]
export type NotFoundMessage = (typeof messages)["notFound" | "recipientsNotFound"]

/** The envelope of the Broadcasts area. */
const envelope = <const Message extends string>(status: ErrorStatus, message: Message) =>
  Schema.Struct({ message: Schema.Literal(message), details: Schema.String }).pipe(HttpApiSchema.status(status))

/** A request that cannot be done; every violation is in `details` (B6). */
export const Refused = <const Message extends RefusedMessage>(message: Message) =>
  envelope(400, message).annotate({ description: "The request breaks rules; details names every one." })

export const Unauthorized = HttpApiSchema.WithHeaders(
  envelope(401, statusLines[401]).annotate({
    identifier: "BroadcastsUnauthorized",
    description: "The token is missing or does not count."
  }),
  { "www-authenticate": Schema.Literal("Bearer") }
)

export const Forbidden = envelope(403, statusLines[403]).annotate({
  identifier: "BroadcastsForbidden",
  description: "The token lacks the scope that this operation asks for."
})

export const NotFound = <const Message extends NotFoundMessage>(message: Message) =>
  envelope(404, message).annotate({ description: "The workspace has no such resource." })

const TooLarge = envelope(413, statusLines[413]).annotate({
  identifier: "BroadcastsTooLarge",
  description: "The body is too large."
})

const Encoded = envelope(415, statusLines[415]).annotate({
  identifier: "BroadcastsEncoded",
  description: "The body is compressed."
})

/** Nothing but the id of the request, which the log names too (W6). */
const Failed = envelope(500, statusLines[500]).annotate({
  identifier: "BroadcastsFailed",
  description: "The server failed; the details name the request in its log."
})

export const Unavailable = HttpApiSchema.WithHeaders(
  envelope(503, statusLines[503]).annotate({
    identifier: "BroadcastsUnavailable",
    description: "The server cannot do this now; the same request may succeed later."
  }),
  { "retry-after": Schema.String.annotate({ description: "After how many seconds to try again." }) }
)

/** What every endpoint of the area may answer. */
export const everywhere = [Failed, Unavailable] as const

/** What every endpoint that takes a body may answer. */
export const withBody = [...everywhere, TooLarge, Encoded] as const

/** An error of the area that no endpoint declares (W5). */
export const broadcastsEnvelope = (status: ErrorStatus, details: string) => ({
  message: status === 404 ? messages.notFound : statusLines[status],
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
  <const Message extends NotFoundMessage>(message: Message) =>
  ({ what }: { readonly what: string }) =>
    Effect.fail({ message, details: `Not found: ${what}.` })

/** A request with more violations than this names the first of them, and how many more there are. */
export const maxViolations = 100

export const refused =
  <const Message extends RefusedMessage>(message: Message) =>
  ({ violations }: Pick<BroadcastRefused, "violations">) =>
    refusal(message, violations, violations.length)

/**
 * The issues of a body or a query as violations, after those that were found otherwise; `total` counts the issues that
 * are not among them too.
 */
export const invalidInput =
  <const Message extends RefusedMessage>(message: Message) =>
  ({
    issues,
    total = issues.length,
    violations = []
  }: {
    readonly issues: ReadonlyArray<Issue>
    readonly total?: number
    readonly violations?: ReadonlyArray<string>
  }) =>
    refusal(
      message,
      [...violations, ...issues.map(({ field, msg }) => (field === "" ? msg : `${field}: ${msg}`))],
      violations.length + total
    )

const refusal = <const Message extends RefusedMessage>(
  message: Message,
  violations: ReadonlyArray<string>,
  total: number
) => {
  const named = violations.slice(0, maxViolations)
  const more = total - named.length
  return Effect.fail({ message, details: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") })
}

export const invalidTransition = ({ status }: InvalidTransition) =>
  Effect.fail({ message: messages.notCancelled, details: `The broadcast is ${status}.` })

export const bodyRefused =
  <const Message extends RefusedMessage>(message: Message) =>
  ({ reason }: BodyRefused) => {
    const details = bodySentences[reason]
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
