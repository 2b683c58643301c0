import type { ErrorStatus } from "@rollcall/api"
import type { StorageError } from "@rollcall/core"
import { Effect } from "effect"
import type { BodyRefused } from "../requests/RequestBodies.ts"

/** The details of every 401: they do not say what is wrong with a token (A2). */
export const unauthorizedDetails = "Unauthorized access."

/** The status and the details of the answer to a body that cannot be used. */
export const bodyRefusals = {
  TooLarge: { status: 413, details: "The body has more bytes than this endpoint takes." },
  Encoded: { status: 415, details: "A Content-Encoding is not taken: send the body as plain JSON." },
  NotJson: { status: 400, details: "The body is not JSON in UTF-8." },
  NotObject: { status: 400, details: "The body is not a JSON object." },
  Busy: { status: 503, details: "The server is busy with other large requests; try again." }
} as const satisfies { readonly [Reason in BodyRefused["reason"]]: { status: ErrorStatus; details: string } }

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
      return Effect.as(Effect.logWarning(error), "Another request changed the same data; try again.")
    case "Unavailable":
      return Effect.as(Effect.logWarning(error), "The store did not answer; try again.")
  }
}
