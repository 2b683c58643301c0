import type { Scope, StorageError } from "@rollcall/core"
import { Cause, Data, Duration, Effect } from "effect"
import { RequestFacts } from "../requests/RequestFacts.ts"

/** The request is one too many. Nothing was done. */
export class TooManyRequests extends Data.TaggedError("TooManyRequests")<{
  /** What is limited, as a sentence. */
  readonly message: string
  readonly retryAfter: Duration.Duration
}> {}

/** The caller may not do what the request asks for. */
export class ScopesMissing extends Data.TaggedError("ScopesMissing")<{ readonly scopes: ReadonlyArray<Scope> }> {}

/** The details of every 401: they do not say what is wrong with a token. */
export const unauthorizedDetails = "Unauthorized access."

/** The details of a 403: the scopes that the caller lacks, of those that the operation needs. */
export const forbiddenDetails = (scopes: ReadonlyArray<string>): string =>
  `The caller lacks the scope${scopes.length === 1 ? "" : "s"} ${scopes.join(" and ")}.`

/** The `retry-after` of an answer that the server is busy with large bodies or searches, in seconds. */
export const busyRetryAfter = "5"

/** The `retry-after` of an answer that the store failed, in seconds. */
export const storageRetryAfter = "1"

/** What the 429 of a request that is one too many says, and after how many seconds to try again. */
export const limitSentence = ({ message, retryAfter }: TooManyRequests) => {
  const seconds = String(Math.max(1, Math.ceil(Duration.toSeconds(retryAfter))))
  return { details: `${message} Try again after ${seconds} s.`, seconds }
}

/**
 * Logs the failure of a store, and returns the sentence of its 503. Notes in the facts of the request that the disk is full. A
 * request that met a conflict may succeed at once when it is repeated. Corrupt data is a defect, which is answered 500.
 */
export const storageSentence = (error: StorageError): Effect.Effect<string> =>
  error.isFull === true
    ? Effect.flatMap(RequestFacts, (facts) => {
        facts.isStoreFull = true
        return sentenceOf(error)
      })
    : sentenceOf(error)

const sentenceOf = (error: StorageError): Effect.Effect<string> => {
  switch (error.reason) {
    case "Corrupt":
      return Effect.die(error)
    case "Conflict":
      return Effect.as(
        Effect.logWarning(error.message, Cause.fail(error.cause)),
        "Another request changed the same data; try again."
      )
    case "NotReady":
      return Effect.as(
        Effect.logError(error.message, Cause.fail(error.cause)),
        error.channel === undefined
          ? "The store cannot be used now; its operator has to change something."
          : `The channel refused: ${error.channel}. Somebody has to change that first.`
      )
    case "Unavailable":
      return Effect.as(
        Effect.logWarning(error.message, Cause.fail(error.cause)),
        error.channel !== undefined
          ? `The channel did not answer, or not now: ${error.channel}. Try again.`
          : error.isFull === true
            ? "The store's disk is full; try again later."
            : "The store did not answer; try again."
      )
  }
}
