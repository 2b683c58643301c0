import type { Scope, StorageError } from "@rollcall/core"
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

/** Fails with an error response that has headers. */
export const failWith = <Body, Headers>(body: Body, headers: Headers) =>
  Effect.fail(HttpApiSchema.withHeaders({ body, headers }))

/** The details of every 401. They don't say what is wrong with a token. */
export const unauthorizedDetails = "Unauthorized access."

/** Returns the details of a 403: the scopes that the operation needs and the caller lacks. */
export const forbiddenDetails = (scopes: ReadonlyArray<string>): string =>
  `The caller lacks the scope${scopes.length === 1 ? "" : "s"} ${scopes.join(" and ")}.`

/** The `retry-after` header, in seconds, if the server is busy with large bodies or searches. */
export const busyRetryAfter = "5"

/** The `retry-after` header, in seconds, after an error of the store. */
export const storageRetryAfter = "1"

/** Returns the details of a 429, and the seconds until the next attempt. */
export const limitSentence = ({ message, retryAfter }: TooManyRequests) => {
  const seconds = String(Math.max(1, Math.ceil(Duration.toSeconds(retryAfter))))
  return { details: `${message} Try again after ${seconds} s.`, seconds }
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
