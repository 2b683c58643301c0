import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { type ErrorStatus, statusLines } from "./StatusLines.ts"
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

export const BadRequest = envelope(400, Schema.String).annotate({
  identifier: "ContactsBadRequest",
  description: "The body is not a JSON object, or the request cannot be fulfilled now."
})

export const Unauthorized = HttpApiSchema.WithHeaders(
  envelope(401, Schema.String).annotate({
    identifier: "ContactsUnauthorized",
    description: "The request has no token, or the token is not valid."
  }),
  { "www-authenticate": described(Schema.optionalKey(Schema.Literal("Bearer")), "How requests are authorized.") }
)

export const Forbidden = envelope(403, Schema.String).annotate({
  identifier: "ContactsForbidden",
  description: "The caller lacks the scope that this operation needs."
})

export const TooManyRequests = HttpApiSchema.WithHeaders(
  envelope(429, Schema.String).annotate({
    identifier: "ContactsTooManyRequests",
    description: "The caller makes too many requests. Nothing was done. Try again later."
  }),
  { "retry-after": described(Schema.String, "Try again after this many seconds.") }
)

export const NotFound = envelope(404, Schema.String).annotate({
  identifier: "ContactsNotFound",
  description: "The workspace has no such resource."
})

export const Conflict = envelope(409, Schema.String).annotate({
  identifier: "ContactsConflict",
  description: "The resource is in a state that does not allow this."
})

export const Gone = envelope(410, Schema.String).annotate({
  identifier: "ContactsGone",
  description: "The requested data existed once and was removed."
})

const TooSlow = envelope(408, Schema.String).annotate({
  identifier: "ContactsTooSlow",
  description: "The body arrives too slowly."
})

const TooLarge = envelope(413, Schema.String).annotate({
  identifier: "ContactsTooLarge",
  description: "The body is too large."
})

const Encoded = envelope(415, Schema.String).annotate({
  identifier: "ContactsEncoded",
  description: "The body is compressed."
})

/** Every issue of the request. */
export const Invalid = envelope(
  422,
  Schema.Struct({ errors: described(Schema.Array(WireIssue), "Everything that is wrong with the request.") })
).annotate({
  identifier: "ContactsInvalid",
  description: "The request is invalid. Every issue is listed."
})

/** The error of a failed server. Its details have only the request id, which is also in the log. */
const Failed = envelope(500, Schema.String).annotate({
  identifier: "ContactsFailed",
  description: "The server failed. The details have the request id, which is in the server's log."
})

export const Unavailable = HttpApiSchema.WithHeaders(
  envelope(503, Schema.String).annotate({
    identifier: "ContactsUnavailable",
    description: "The server cannot do this now. Try again later."
  }),
  { "retry-after": described(Schema.String, "Try again after this many seconds.") }
)

/** The errors that every endpoint of the area may return. */
export const everywhere = [Failed, Unavailable] as const

/** The errors that every endpoint with a body may return. */
export const withBody = [...everywhere, BadRequest, TooSlow, TooLarge, Encoded, Invalid] as const
