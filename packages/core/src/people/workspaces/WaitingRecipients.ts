import { Context } from "effect"
import type { BroadcastUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/**
 * The broadcast recipients that wait for a later time. The reason to wait may end early: quiet hours are lifted, or a
 * sender may continue. Settings and broadcasts cannot import dispatch, which provides this service.
 */
export class WaitingRecipients extends Context.Service<
  WaitingRecipients,
  {
    /**
     * Makes waiting recipients due now, so that they are checked again: of all running broadcasts of a workspace, or
     * only of `broadcast`. In that case, the sender of the broadcast stops waiting too.
     */
    readonly judgeAgain: (workspace: WorkspaceUuid, broadcast?: BroadcastUuid) => StorageEffect<void>
  }
>()("@rollcall/core/people/workspaces/WaitingRecipients") {}
