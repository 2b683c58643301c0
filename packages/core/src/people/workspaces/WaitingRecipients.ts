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
     * Makes the waiting recipients of `broadcast`, or of all the workspace's running broadcasts, due now, so that they are
     * checked again. With `broadcast`, its sender stops waiting too.
     */
    readonly judgeAgain: (workspace: WorkspaceUuid, broadcast?: BroadcastUuid) => StorageEffect<void>
  }
>()("@rollcall/core/people/workspaces/WaitingRecipients") {}
