import { Issue, type StorageError } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { BodyRefused } from "../requests/RequestBodies.ts"
import { bodySentences, busyRetryAfter, storageRetryAfter, storageSentence } from "./Refusals.ts"
import { type ErrorStatus, statusLines, unauthorizedDetails } from "./StatusLines.ts"

/** The envelope of the Contacts area. */
const envelope = <const Status extends ErrorStatus, Details extends Schema.Top>(status: Status, details: Details) =>
  Schema.Struct({ error: Schema.Struct({ message: Schema.Literal(statusLines[status]), details }) }).pipe(
    HttpApiSchema.status(status)
  )

export const BadRequest = envelope(400, Schema.String).annotate({
  identifier: "ContactsBadRequest",
  description: "The body is no JSON object, or what is asked for cannot be done now."
})

export const Unauthorized = HttpApiSchema.WithHeaders(
  envelope(401, Schema.String).annotate({
    identifier: "ContactsUnauthorized",
    description: "The token is missing or does not count."
  }),
  { "www-authenticate": Schema.Literal("Bearer") }
)

export const Forbidden = envelope(403, Schema.String).annotate({
  identifier: "ContactsForbidden",
  description: "The token lacks the scope that this operation asks for."
})

export const NotFound = envelope(404, Schema.String).annotate({
  identifier: "ContactsNotFound",
  description: "The workspace has no such resource."
})

const TooLarge = envelope(413, Schema.String).annotate({
  identifier: "ContactsTooLarge",
  description: "The body is too large."
})

const Encoded = envelope(415, Schema.String).annotate({
  identifier: "ContactsEncoded",
  description: "The body is compressed."
})

/** Every issue of the request (W4). */
export const Invalid = envelope(422, Schema.Struct({ errors: Schema.Array(Issue) })).annotate({
  identifier: "ContactsInvalid",
  description: "The request breaks rules; every one is listed."
})

/** Nothing but the id of the request, which the log names too (W6). */
const Failed = envelope(500, Schema.String).annotate({
  identifier: "ContactsFailed",
  description: "The server failed; the details name the request in its log."
})

export const Unavailable = HttpApiSchema.WithHeaders(
  envelope(503, Schema.String).annotate({
    identifier: "ContactsUnavailable",
    description: "The server cannot do this now; the same request may succeed later."
  }),
  { "retry-after": Schema.String.annotate({ description: "After how many seconds to try again." }) }
)

/** What every endpoint of the area may answer. */
export const everywhere = [Failed, Unavailable] as const

/** What every endpoint that takes a body may answer. */
export const withBody = [...everywhere, BadRequest, TooLarge, Encoded, Invalid] as const

/** An error of the area that no endpoint declares (W5). */
export const contactsEnvelope = (status: ErrorStatus, details: string) => ({
  error: { message: statusLines[status], details }
})

export const unauthorized = Effect.fail(
  HttpApiSchema.withHeaders({
    body: { error: { message: statusLines[401], details: unauthorizedDetails } },
    headers: { "www-authenticate": "Bearer" as const }
  })
)

export const forbidden = (scope: string) =>
  Effect.fail({ error: { message: statusLines[403], details: `The token lacks the scope ${scope}.` } })

export const badRequest = (details: string) => Effect.fail({ error: { message: statusLines[400], details } })

export const notFound =
  (what: string) =>
  ({ uuid }: { readonly uuid: string }) =>
    Effect.fail({ error: { message: statusLines[404], details: `There is no ${what} ${uuid}.` } })

/** A request with more issues than this lists the first of them, and how many more there are. */
const maxIssues = 1_000

/** The same for an import: more than the fields of all its rows can have. Texts that no store keeps may bring more. */
export const maxImportIssues = 20_000

/** The answer to issues, of which `total` counts those that are not at hand too. It lists at most `most`. */
export const invalidInput = (
  { issues, total = issues.length }: { readonly issues: ReadonlyArray<Issue>; readonly total?: number },
  most: number = maxIssues
) => {
  const named = issues.slice(0, most)
  const more = total - named.length
  const rest: Issue = { type: "too_many", in: "body", field: "", msg: `and ${more} more issues` }
  const errors = more > 0 ? [...named, rest] : named
  return Effect.fail({ error: { message: statusLines[422], details: { errors } } })
}

export const bodyRefused = ({ reason }: BodyRefused) => {
  const details = bodySentences[reason]
  switch (reason) {
    case "NotJson":
    case "NotObject":
      return badRequest(details)
    case "TooLarge":
      return Effect.fail({ error: { message: statusLines[413], details } })
    case "Encoded":
      return Effect.fail({ error: { message: statusLines[415], details } })
    case "Busy":
      return unavailable(details, busyRetryAfter)
  }
}

export const storageFailed = (error: StorageError) =>
  Effect.flatMap(storageSentence(error), (details) => unavailable(details, storageRetryAfter))

const unavailable = (details: string, retryAfter: string) =>
  Effect.fail(
    HttpApiSchema.withHeaders({
      body: { error: { message: statusLines[503], details } },
      headers: { "retry-after": retryAfter }
    })
  )
