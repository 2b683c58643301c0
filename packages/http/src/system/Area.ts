import type { ErrorStatus } from "@rollcall/api"
import { HttpServerResponse } from "effect/http"
import { broadcastsEnvelope } from "../errors/BroadcastsRefusals.ts"
import { contactsEnvelope } from "../errors/ContactsRefusals.ts"

/**
 * An error outside of every endpoint, in the envelope of the area that the path belongs to (W5): what is under
 * `/broadcasts` is Broadcasts, all else is Contacts.
 */
export const errorResponse = (
  url: string,
  status: ErrorStatus,
  details: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse => {
  const envelope = broadcastsPath.test(url) ? broadcastsEnvelope : contactsEnvelope
  return HttpServerResponse.jsonUnsafe(envelope(status, details), { status, headers })
}

/** As the router reads paths: doubled slashes and case make no difference. */
const broadcastsPath = /^\/+broadcasts(?:[/?#;]|$)/i
