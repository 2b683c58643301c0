import type { Scope, SearchStopped, StorageError } from "@rollcall/core"
import { Cause, Data, Duration, Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { RequestFacts } from "../requests/RequestFacts.ts"

/** An error for a request above a limit. Nothing was done. */
export class TooManyRequests extends Data.TaggedError("TooManyRequests")<{
  /** A sentence that names the limit. */
  readonly message: string
  readonly retryAfter: Duration.Duration
}> {}

export class ScopesMissing extends Data.TaggedError("ScopesMissing")<{ readonly scopes: ReadonlyArray<Scope> }> {}

/** Returns the scopes that a caller lacks. A caller without a list of scopes has all of them. */
export const missingScopes = (required: ReadonlyArray<Scope>, scopes: ReadonlyArray<Scope> | undefined) =>
  scopes === undefined ? [] : required.filter((scope) => !scopes.includes(scope))

/** Fails with an error response that has headers. */
const failWith = <Body, Headers>(body: Body, headers: Headers) =>
  Effect.fail(HttpApiSchema.withHeaders({ body, headers }))

/** The `retry-after` header, in seconds, if the server is busy with large bodies or searches. */
export const busyRetryAfter = "5"

/** The `retry-after` header, in seconds, after an error of the store. */
export const storageRetryAfter = "1"

/** Makes the error responses that both areas have. `bodies` makes the body for each status from its details. */
export const sharedRefusals = <E401, E403, E429, E503>(bodies: {
  readonly 401: (details: string) => E401
  readonly 403: (details: string) => E403
  readonly 429: (details: string) => E429
  readonly 503: (details: string) => E503
}) => {
  const unavailable = (details: string, retryAfter: string) =>
    failWith(bodies[503](details), { "retry-after": retryAfter })
  return {
    unavailable,
    /** Returns the error for a request without a caller. `challenge` adds the header that asks for a bearer token. */
    unauthorized: (challenge: boolean) =>
      // The details don't say what is wrong with a token.
      failWith(bodies[401]("Unauthorized access."), challenge ? { "www-authenticate": "Bearer" as const } : {}),
    /** Returns the error for a caller without these scopes. */
    forbidden: ({ scopes }: { readonly scopes: ReadonlyArray<string> }) =>
      Effect.fail(bodies[403](`The caller lacks the scope${scopes.length === 1 ? "" : "s"} ${scopes.join(" and ")}.`)),
    tooManyRequests: ({ message, retryAfter }: TooManyRequests) => {
      const seconds = String(Math.max(1, Math.ceil(Duration.toSeconds(retryAfter))))
      return failWith(bodies[429](`${message} Try again after ${seconds} s.`), { "retry-after": seconds })
    },
    searchStopped: ({ message }: SearchStopped) => unavailable(message, busyRetryAfter),
    storageFailed: (error: StorageError) =>
      Effect.flatMap(storageSentence(error), (details) => unavailable(details, storageRetryAfter))
  }
}

/**
 * Returns the details of a 503 after an error of the store or a channel, and logs the error. If the store is unavailable or
 * its disk is full, the error is added to the request's facts instead, and is logged once for all requests. Corrupt data is
 * a defect, which returns 500.
 */
export const storageSentence = (error: StorageError): Effect.Effect<string> => {
  const { cause, channel, isAway, isFull, message, reason } = error
  switch (reason) {
    case "Corrupt":
      return Effect.die(error)
    case "Conflict":
      return Effect.as(
        Effect.logWarning(message, Cause.fail(cause)),
        "Another request changed the same data. Try again."
      )
    case "NotReady":
      return Effect.as(
        Effect.logError(message, Cause.fail(cause)),
        channel === undefined
          ? "The store cannot be used now. Its operator must fix it."
          : `The channel refused: ${channel}. Fix this, then try again.`
      )
    case "Unavailable": {
      const sentence =
        channel !== undefined
          ? `The channel did not answer: ${channel}. Try again.`
          : isFull === true
            ? "The store's disk is full. Try again later."
            : "The store did not answer. Try again."
      return Effect.as(
        isAway === true || isFull === true ? noteOutage(error) : Effect.logWarning(message, Cause.fail(cause)),
        sentence
      )
    }
  }
}

const noteOutage = (error: StorageError) =>
  Effect.map(RequestFacts, (facts) => {
    facts.outage = error
  })
