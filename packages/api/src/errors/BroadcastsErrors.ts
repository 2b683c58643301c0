import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { type ErrorStatus, statusLines } from "./StatusLines.ts"

/** The error messages of the area's operations (specification, Errors). */
export const messages = {
  notScheduled: "Broadcast could not be scheduled",
  notEstimated: "Audience could not be estimated",
  notCancelled: "Broadcast could not be cancelled",
  notPaused: "Broadcast could not be paused",
  notResumed: "Broadcast could not be resumed",
  notRetried: "Broadcast could not be retried",
  notTested: "Broadcast could not be tested",
  optOutsNotDecided: "Opt-outs could not be applied or dismissed",
  broadcastsNotListed: "Broadcasts could not be listed",
  recipientsNotListed: "Recipients could not be listed",
  statusesNotListed: "Message statuses could not be listed",
  seriesNotRead: "Series could not be read",
  notFound: "Resource was not found",
  recipientsNotFound: "Broadcast or recipients were not found"
} as const
export type RefusedMessage = (typeof messages)[
  | "notScheduled"
  | "notEstimated"
  | "notCancelled"
  | "notPaused"
  | "notResumed"
  | "notRetried"
  | "notTested"
  | "optOutsNotDecided"
  | "broadcastsNotListed"
  | "recipientsNotListed"
  | "statusesNotListed"
  | "seriesNotRead"]
export type NotFoundMessage = (typeof messages)["notFound" | "recipientsNotFound"]

/** Makes the error body of the Broadcasts area. */
const envelope = <const Message extends string>(status: ErrorStatus, message: Message) =>
  Schema.Struct({
    message: described(Schema.Literal(message), "What could not be done."),
    details: described(Schema.String, "Why, and how to correct the request.")
  }).pipe(HttpApiSchema.status(status))

/** Makes the error of an invalid request. `details` lists every issue. */
export const Refused = <const Message extends RefusedMessage>(message: Message) =>
  envelope(400, message).annotate({ description: "The request is invalid. `details` names every issue." })

export const Unauthorized = HttpApiSchema.WithHeaders(
  envelope(401, statusLines[401]).annotate({
    identifier: "BroadcastsUnauthorized",
    description: "The request has no token, or the token is not valid."
  }),
  { "www-authenticate": described(Schema.optionalKey(Schema.Literal("Bearer")), "How requests are authorized.") }
)

export const Forbidden = envelope(403, statusLines[403]).annotate({
  identifier: "BroadcastsForbidden",
  description: "The caller lacks the scope that this operation needs."
})

export const TooManyRequests = HttpApiSchema.WithHeaders(
  envelope(429, statusLines[429]).annotate({
    identifier: "BroadcastsTooManyRequests",
    description: "The caller makes too many requests. Nothing was done. Try again later."
  }),
  { "retry-after": described(Schema.String, "Try again after this many seconds.") }
)

export const NotFound = <const Message extends NotFoundMessage>(message: Message) =>
  envelope(404, message).annotate({ description: "The workspace has no such resource." })

const TooSlow = envelope(408, statusLines[408]).annotate({
  identifier: "BroadcastsTooSlow",
  description: "The body arrives too slowly."
})

const TooLarge = envelope(413, statusLines[413]).annotate({
  identifier: "BroadcastsTooLarge",
  description: "The body is too large."
})

const Encoded = envelope(415, statusLines[415]).annotate({
  identifier: "BroadcastsEncoded",
  description: "The body is compressed."
})

/** The error of a failed server. Its details have only the request id, which is also in the log. */
const Failed = envelope(500, statusLines[500]).annotate({
  identifier: "BroadcastsFailed",
  description: "The server failed. The details have the request id, which is in the server's log."
})

export const Unavailable = HttpApiSchema.WithHeaders(
  envelope(503, statusLines[503]).annotate({
    identifier: "BroadcastsUnavailable",
    description: "The server cannot do this now. Try again later."
  }),
  { "retry-after": described(Schema.String, "Try again after this many seconds.") }
)

/** The errors that every endpoint of the area may return. */
export const everywhere = [Failed, Unavailable] as const

/** The errors that every endpoint with a body may return. */
export const withBody = [...everywhere, TooSlow, TooLarge, Encoded] as const
