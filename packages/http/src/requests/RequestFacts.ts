import type { WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/shared"
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { RequestTime } from "./RequestTime.ts"

/** What is known of a request while it is answered. */
export interface RequestFacts {
  /** The workspace of its caller, for the log; null before the caller is known. */
  workspace: WorkspaceUuid | null
  /** Its time; null where none is kept. */
  readonly time: RequestTime | null
}

/** The facts of the current request, which the authorization completes. */
export const RequestFacts = Context.Reference<RequestFacts>("@rollcall/http/requests/RequestFacts", {
  defaultValue: () => ({ workspace: null, time: null })
})

/** The header that carries a request's id, in and out. */
export const requestIdHeader = "x-request-id"

/** The caller's id of the current request if it gave a sane one (at most 128 visible ASCII characters), or a new one. */
export const requestId: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) => {
    const given = request.headers[requestIdHeader]
    return given !== undefined && sane.test(given) ? Effect.succeed(given) : nextId
  }
)

const sane = /^[\x21-\x7e]{1,128}$/
