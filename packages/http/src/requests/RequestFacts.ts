import type { WorkspaceUuid } from "@rollcall/core"
import { Context } from "effect"

/** What becomes known of a request while it is answered, for the log. */
export interface RequestFacts {
  /** The workspace of its caller; null before the caller is known. */
  workspace: WorkspaceUuid | null
}

/** The facts of the current request, which the authorization completes. */
export const RequestFacts = Context.Reference<RequestFacts>("@rollcall/http/requests/RequestFacts", {
  defaultValue: () => ({ workspace: null })
})
