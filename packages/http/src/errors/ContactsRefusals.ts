import { type ErrorStatus, statusLines, type WireIssue } from "@rollcall/api"
import type { SearchStopped, StorageError } from "@rollcall/core"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { BodyRefused } from "../requests/body/RequestBodies.ts"
import type { InvalidRequest } from "../requests/InvalidRequest.ts"
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
export const contactsEnvelope = (status: ErrorStatus, details: string) => ({
  error: { message: statusLines[status], details }
})

/** Returns the error for a request without a caller. `challenge` adds the header that asks for a bearer token. */
export const unauthorized = (challenge: boolean) =>
  failWith(
    { error: { message: statusLines[401], details: unauthorizedDetails } },
    challenge ? { "www-authenticate": "Bearer" as const } : {}
  )

export const forbidden = (scopes: ReadonlyArray<string>) =>
  Effect.fail({ error: { message: statusLines[403], details: forbiddenDetails(scopes) } })

export const tooManyRequests = (error: TooManyRequests) => {
  const { details, seconds } = limitSentence(error)
  return failWith({ error: { message: statusLines[429], details } }, { "retry-after": seconds })
}

export const badRequest = (details: string) => Effect.fail({ error: { message: statusLines[400], details } })

export const notFound = ({ message }: { readonly message: string }) =>
  Effect.fail({ error: { message: statusLines[404], details: message } })

export const conflict = ({ message }: { readonly message: string }) =>
  Effect.fail({ error: { message: statusLines[409], details: message } })

export const gone = ({ message }: { readonly message: string }) =>
  Effect.fail({ error: { message: statusLines[410], details: message } })

/** The most issues that a response lists. It also says how many more there are. */
const maxIssues = 1_000

/** Returns the error that lists the issues of a request. */
export const invalidRequest = ({ issues }: Pick<InvalidRequest, "issues">) => {
  const named = issues.slice(0, maxIssues)
  const more = issues.length - named.length
  const rest: WireIssue = { type: "too_many", in: "body", field: "", msg: `and ${more} more issues` }
  const errors = more > 0 ? [...named, rest] : named
  return Effect.fail({ error: { message: statusLines[422], details: { errors } } })
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

export const searchStopped = ({ message }: SearchStopped) => unavailable(message, busyRetryAfter)

export const storageFailed = (error: StorageError) =>
  Effect.flatMap(storageSentence(error), (details) => unavailable(details, storageRetryAfter))

const unavailable = (details: string, retryAfter: string) =>
  failWith({ error: { message: statusLines[503], details } }, { "retry-after": retryAfter })
