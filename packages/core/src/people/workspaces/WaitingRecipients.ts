import { Context } from "effect"
import type { BroadcastUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/**
 * The recipients of broadcasts that wait for a later time. What they wait for may end: quiet hours are lifted, a sender
 * may go on. Settings and broadcasts do not know dispatch, which makes this service.
 */
export class WaitingRecipients extends Context.Service<
  WaitingRecipients,
  {
    /**
     * Has the waiting recipients of all broadcasts of a workspace that are being sent judged again at once, or of one
     * broadcast, whose sender then waits no longer either.
     */
    readonly judgeAgain: (workspace: WorkspaceUuid, broadcast?: BroadcastUuid) => StorageEffect<void>
  }
>()("@rollcall/core/people/workspaces/WaitingRecipients") {}
