import { Context, type Duration, type Option } from "effect"
import type { ReceivedMessageUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { ReceivedMessage } from "./ReceivedMessage.ts"

/** Port: the messages received from people, until they are removed. */
export class ReceivedMessageStore extends Context.Service<
  ReceivedMessageStore,
  {
    /**
     * Stores messages, and returns the stored messages in the given order. Skips a message if its workspace already has a
     * message with its `channelMessageId`, also from earlier in the call.
     */
    readonly add: (messages: ReadonlyArray<ReceivedMessage>) => StorageEffect<ReadonlyArray<ReceivedMessage>>

    /** Returns the messages that `add` would store, without storing them. */
    readonly missing: (messages: ReadonlyArray<ReceivedMessage>) => StorageEffect<ReadonlyArray<ReceivedMessage>>

    readonly find: (
      workspace: WorkspaceUuid,
      uuid: ReceivedMessageUuid
    ) => StorageEffect<Option.Option<ReceivedMessage>>

    /** Returns the messages of a workspace, newest first, ordered by timestamp, then uuid. */
    readonly list: (workspace: WorkspaceUuid, page: PageRequest) => StorageEffect<Page<ReceivedMessage>>

    /**
     * Returns up to `limit` messages of a workspace from these addresses before a place, newest first, ordered by
     * timestamp, then uuid.
     */
    readonly before: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>,
      place: PlaceInTime,
      limit: number
    ) => StorageEffect<ReadonlyArray<ReceivedMessage>>

    /** Removes the messages of a workspace from these addresses. Returns the number of removed messages. */
    readonly erase: (workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) => StorageEffect<number>

    /**
     * Removes up to `limit` messages that were stored more than `keepFor` ago by the store's clock, oldest first. Returns
     * the number of removed messages.
     */
    readonly prune: (options: { readonly keepFor: Duration.Duration; readonly limit: number }) => StorageEffect<number>

    /** Returns how many messages {@link prune} would remove without a limit. */
    readonly prunable: (keepFor: Duration.Duration) => StorageEffect<number>
  }
>()("@rollcall/core/sending/messages/ReceivedMessageStore") {}
