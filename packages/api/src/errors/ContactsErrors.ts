import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { challengeHeaders, type ErrorStatus, meanings, retryHeaders, statusLines } from "./StatusLines.ts"
import { WireIssue } from "./WireIssue.ts"

/** Makes the error body of the Contacts area. */
const envelope = <const Status extends ErrorStatus, Details extends Schema.Top>(status: Status, details: Details) =>
  Schema.Struct({
    error: described(
      Schema.Struct({
        message: described(Schema.Literal(statusLines[status]), "The status."),
        details: described(details, "Why, and how to correct the request.")
      }),
      "What went wrong."
    )
  }).pipe(HttpApiSchema.status(status))

const plain = <const Status extends ErrorStatus>(status: Status, name: string, description: string) =>
  envelope(status, Schema.String).annotate({ identifier: `Contacts${name}`, description })

const shared = <const Status extends ErrorStatus>(status: Status, name: keyof typeof meanings) =>
  plain(status, name, meanings[name])

export const BadRequest = plain(
  400,
  "BadRequest",
  "The body is not a JSON object, or the request cannot be fulfilled now."
)
export const Unauthorized = HttpApiSchema.WithHeaders(shared(401, "Unauthorized"), challengeHeaders)
export const Forbidden = shared(403, "Forbidden")
export const TooManyRequests = HttpApiSchema.WithHeaders(shared(429, "TooManyRequests"), retryHeaders)
export const NotFound = plain(404, "NotFound", "The workspace has no such resource.")
export const Conflict = plain(409, "Conflict", "The resource is in a state that does not allow this.")
export const Gone = plain(410, "Gone", "The requested data existed once and was removed.")
const TooSlow = shared(408, "TooSlow")
const TooLarge = shared(413, "TooLarge")
const Encoded = shared(415, "Encoded")

/** Every issue of the request. */
export const Invalid = envelope(
  422,
  Schema.Struct({ errors: described(Schema.Array(WireIssue), "Everything that is wrong with the request.") })
).annotate({ identifier: "ContactsInvalid", description: "The request is invalid. Every issue is listed." })

const Failed = shared(500, "Failed")
export const Unavailable = HttpApiSchema.WithHeaders(shared(503, "Unavailable"), retryHeaders)

/** The errors that every endpoint of the area may return. */
export const everywhere = [Failed, Unavailable] as const

/** The errors that every endpoint with a body may return. */
export const withBody = [...everywhere, BadRequest, TooSlow, TooLarge, Encoded, Invalid] as const
