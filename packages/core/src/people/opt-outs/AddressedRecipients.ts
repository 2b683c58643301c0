import { Context, type DateTime } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { OptOutScope } from "./OptOut.ts"

/**
 * The broadcast recipients that an opt-out affects. Broadcasts import opt-outs, so opt-outs cannot import broadcasts.
 * Instead, `delivery` provides this service.
 */
export class AddressedRecipients extends Context.Service<
  AddressedRecipients,
  {
    /** The current time by the store's clock. */
    readonly now: StorageEffect<DateTime.Utc>

    /** Returns the other addresses of recipients who write from one of these addresses or receive messages there. */
    readonly otherAddresses: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly other: string }>>

    /**
     * Ensures that each broadcast sends at most one message to two contacts that are being merged. Rejects all their
     * pending and claimed recipients except the first. If a message to one of the contacts was or is being sent, rejects
     * the first recipient too. Called in the merge's transaction, while `optOutLock` is locked exclusively and before the
     * transaction locks a contact.
     */
    readonly joinRecipients: (workspace: WorkspaceUuid, survivor: ContactUuid, from: ContactUuid) => StorageEffect<void>

    /**
     * Moves the recipients at some addresses from one contact to another when a merge is undone. Called in the transaction
     * that undoes the merge.
     */
    readonly giveBack: (
      workspace: WorkspaceUuid,
      from: ContactUuid,
      to: ContactUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<void>

    /**
     * Rejects the workspace's pending and claimed recipients that one of these keys opts out, including recipients of
     * staged broadcasts. With the scope `marketing`, rejects only recipients of marketing broadcasts. Called in the
     * transaction that adds the keys, while `optOutLock` is locked exclusively.
     */
    readonly rejectOptedOut: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>,
      scope: OptOutScope
    ) => StorageEffect<void>
  }
>()("@rollcall/core/people/opt-outs/AddressedRecipients") {}
