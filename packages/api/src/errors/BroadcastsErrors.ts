import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { challengeHeaders, type ErrorStatus, meanings, retryHeaders, statusLines } from "./StatusLines.ts"

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
export type RefusedMessage = Exclude<(typeof messages)[keyof typeof messages], NotFoundMessage>
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

const shared = <const Status extends ErrorStatus>(status: Status, name: keyof typeof meanings) =>
  envelope(status, statusLines[status]).annotate({ identifier: `Broadcasts${name}`, description: meanings[name] })

export const Unauthorized = HttpApiSchema.WithHeaders(shared(401, "Unauthorized"), challengeHeaders)
export const Forbidden = shared(403, "Forbidden")
export const TooManyRequests = HttpApiSchema.WithHeaders(shared(429, "TooManyRequests"), retryHeaders)

export const NotFound = <const Message extends NotFoundMessage>(message: Message) =>
  envelope(404, message).annotate({ description: "The workspace has no such resource." })

const TooSlow = shared(408, "TooSlow")
const TooLarge = shared(413, "TooLarge")
const Encoded = shared(415, "Encoded")
const Failed = shared(500, "Failed")
export const Unavailable = HttpApiSchema.WithHeaders(shared(503, "Unavailable"), retryHeaders)

/** The errors that every endpoint of the area may return. */
export const everywhere = [Failed, Unavailable] as const

/** The errors that every endpoint with a body may return. */
export const withBody = [...everywhere, TooSlow, TooLarge, Encoded] as const
