import type { Scope, StorageError } from "@rollcall/core"
import { Cause, Data, Duration, Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { RequestFacts } from "../requests/RequestFacts.ts"

/** The request exceeds a limit. Nothing was done. */
export class TooManyRequests extends Data.TaggedError("TooManyRequests")<{
  /** The limit, in a sentence. */
  readonly message: string
  readonly retryAfter: Duration.Duration
}> {}

/** The caller lacks scopes for the request. */
export class ScopesMissing extends Data.TaggedError("ScopesMissing")<{ readonly scopes: ReadonlyArray<Scope> }> {}

/** Fails with a response that has headers. */
export const failWith = <Body, Headers>(body: Body, headers: Headers) =>
  Effect.fail(HttpApiSchema.withHeaders({ body, headers }))

/** The details of every 401. They don't reveal the problem with a token. */
export const unauthorizedDetails = "Unauthorized access."

/** The details of a 403: the scopes that the operation needs and the caller lacks. */
export const forbiddenDetails = (scopes: ReadonlyArray<string>): string =>
  `The caller lacks the scope${scopes.length === 1 ? "" : "s"} ${scopes.join(" and ")}.`

/** The `retry-after` of a response that the server is busy with large bodies or searches, in seconds. */
export const busyRetryAfter = "5"

/** The `retry-after` of a response that the store failed, in seconds. */
export const storageRetryAfter = "1"

/** Returns the message of a 429, with the seconds until the next attempt. */
export const limitSentence = ({ message, retryAfter }: TooManyRequests) => {
  const seconds = String(Math.max(1, Math.ceil(Duration.toSeconds(retryAfter))))
  return { details: `${message} Try again after ${seconds} s.`, seconds }
}

/**
 * Returns the sentence of the 503 for a failure of the store or a channel, and logs the failure. That the store is away
 * or its disk full is noted in the facts of the request instead: it is logged once for all requests. Corrupt data is a
 * defect, which is answered 500.
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
