import type { StorageError } from "@rollcall/core"
import { Cause, Effect } from "effect"

/** The details of every 401: they do not say what is wrong with a token (A2). */
export const unauthorizedDetails = "Unauthorized access."

/** The `retry-after` of an answer that the server is busy with large bodies, in seconds. */
export const busyRetryAfter = "5"

/** The `retry-after` of an answer that the store failed, in seconds. */
export const storageRetryAfter = "1"

/**
 * Logs the failure of a store, and returns what its 503 says. A conflict is not the fault of the request, which may
 * succeed at once when it is repeated. Corrupt data is a defect, which is answered 500.
 */
export const storageSentence = (error: StorageError): Effect.Effect<string> => {
  switch (error.reason) {
    case "Corrupt":
      return Effect.die(error)
    case "Conflict":
      return Effect.as(
        Effect.logWarning(error.message, Cause.fail(error.cause)),
        "Another request changed the same data; try again."
      )
    case "Unavailable":
      return Effect.as(
        Effect.logWarning(error.message, Cause.fail(error.cause)),
        "The store did not answer; try again."
      )
  }
}
