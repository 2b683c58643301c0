import type { WorkspaceUuid } from "@rollcall/core"
import { Context } from "effect"
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
