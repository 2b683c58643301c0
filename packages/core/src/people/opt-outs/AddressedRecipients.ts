import { Context, type DateTime } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { OptOutScope } from "./OptOut.ts"

/**
 * The recipients of broadcasts that have an address, as far as an opt-out concerns them. Broadcasts know opt-outs, and so
 * opt-outs do not know broadcasts: `delivery` makes this service.
 */
export class AddressedRecipients extends Context.Service<
  AddressedRecipients,
  {
    /** The current instant by the clock of the store. */
    readonly now: StorageEffect<DateTime.Utc>

    /** Returns the other addresses of the recipients who write under each of these, or are sent to at it. */
    readonly otherAddresses: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly other: string }>>

    /**
     * Leaves a person that two contacts become at most one message of each broadcast: rejects the pending and claimed
     * recipients of either except for the first, and all of them where another one is being sent to or was. Called inside
     * the transaction of the merge, while `optOutLock` is locked exclusively and before a contact is locked there.
     */
    readonly joinRecipients: (workspace: WorkspaceUuid, survivor: ContactUuid, from: ContactUuid) => StorageEffect<void>

    /**
     * Ties the recipients at some addresses that are tied to one contact to another one, as when a merge is undone.
     * Called inside the transaction of that.
     */
    readonly giveBack: (
      workspace: WorkspaceUuid,
      from: ContactUuid,
      to: ContactUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<void>

    /**
     * Rejects the pending and claimed recipients of a workspace, those of staged broadcasts too, that one of these keys
     * keeps out, only of marketing broadcasts if the scope is marketing. Called inside the transaction that adds the
     * keys, while `optOutLock` is locked exclusively.
     */
    readonly rejectOptedOut: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>,
      scope: OptOutScope
    ) => StorageEffect<void>
  }
>()("@rollcall/core/people/opt-outs/AddressedRecipients") {}
