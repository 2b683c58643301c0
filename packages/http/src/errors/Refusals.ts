import type { ErrorStatus } from "@rollcall/api"
import type { StorageError } from "@rollcall/core"
import { Effect } from "effect"
import type { BodyRefused } from "../requests/RequestBodies.ts"

/** The details of every 401: they never tell what is wrong with a token (A2). */
export const unauthorizedDetails = "Unauthorized access."

/** How a body that was refused unread or unparsed is answered: a status, and what is wrong as a sentence. */
export const bodyRefusals = {
  TooLarge: { status: 413, details: "The body has more bytes than this endpoint takes." },
  Encoded: { status: 415, details: "A Content-Encoding is not taken: send the body as plain JSON." },
  NotJson: { status: 400, details: "The body is not JSON in UTF-8." },
  NotObject: { status: 400, details: "The body is not a JSON object." },
  Busy: { status: 503, details: "The server is busy with other large requests; try again." }
} as const satisfies { readonly [Reason in BodyRefused["reason"]]: { status: ErrorStatus; details: string } }

/** After how many seconds a caller should try again when the server is busy with large bodies. */
export const busyRetryAfter = "5"

/** After how many seconds a caller should try again when the store did not do what was asked. */
export const storageRetryAfter = "1"

/**
 * What a caller is told when a store fails. A conflict is a lost race that the same request may win at once, and no
 * fault of the request, so both it and an unavailable store are 503. Corrupt data is a defect: 500, nobody should retry.
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
