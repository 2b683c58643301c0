import { type ErrorStatus, statusLines, type WireIssue } from "@rollcall/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { BodyRefused } from "../requests/body/RequestBodies.ts"
import type { InvalidRequest } from "../requests/InvalidRequest.ts"
import { busyRetryAfter, sharedRefusals } from "./Refusals.ts"

/** Makes the body of an error. */
export const contactsEnvelope = <const Status extends ErrorStatus, Details>(status: Status, details: Details) => ({
  error: { message: statusLines[status], details }
})

export const { forbidden, searchStopped, storageFailed, tooManyRequests, unauthorized } = sharedRefusals({
  401: (details) => contactsEnvelope(401, details),
  403: (details) => contactsEnvelope(403, details),
  429: (details) => contactsEnvelope(429, details),
  503: (details) => contactsEnvelope(503, details)
})

const failing =
  <const Status extends ErrorStatus>(status: Status) =>
  ({ message }: { readonly message: string }) =>
    Effect.fail(contactsEnvelope(status, message))

export const badRequest = failing(400)
export const notFound = failing(404)
export const conflict = failing(409)
export const gone = failing(410)

/** The most issues that a response lists. It also says how many more there are. */
const maxIssues = 1_000

/** Returns the error that lists the issues of a request. */
export const invalidRequest = ({ issues }: Pick<InvalidRequest, "issues">) => {
  const named = issues.slice(0, maxIssues)
  const more = issues.length - named.length
  const rest: WireIssue = { type: "too_many", in: "body", field: "", msg: `and ${more} more issues` }
  const errors = more > 0 ? [...named, rest] : named
  return Effect.fail(contactsEnvelope(422, { errors }))
}

const bodyStatuses = {
  TooLarge: 413,
  Encoded: 415,
  NotJson: 400,
  NotObject: 400,
  Busy: 503
} as const satisfies { readonly [Reason in BodyRefused["reason"]["_tag"]]: ErrorStatus }

/**
 * Returns the response to a body that can't be used. It is not an error in the type, because the middleware also runs for
 * endpoints without a body, which don't declare these statuses.
 */
export const bodyRefused = ({ message, reason }: BodyRefused) => {
  const status = bodyStatuses[reason._tag]
  return HttpServerResponse.jsonUnsafe(contactsEnvelope(status, message), {
    status,
    headers: reason._tag === "Busy" ? { "retry-after": busyRetryAfter } : {}
  })
}
