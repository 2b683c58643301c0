import { Context, type Duration } from "effect"
import type { InboundBatch } from "../channels/ChannelWebhook.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/** A channel report to apply. */
export interface InboxEntry {
  /** The entry's identifier. Identifiers are ordered by arrival. */
  readonly uuid: string
  /** The `channel_type` of the channel that received the report. Null for entries stored by older versions. */
  readonly channelType: string | null
  readonly batch: InboundBatch
}

/** Port: the channel reports that haven't been applied. Contains personal data for a short time. */
export class InboxStore extends Context.Service<
  InboxStore,
  {
    /** Stores an entry, which is due at once. The entry is durable when `put` returns. */
    readonly put: (entry: InboxEntry) => StorageEffect<void>

    /**
     * Returns up to `limit` due entries in order of arrival. Each entry is due again after `retryAfter`, so that only one
     * of many processes gets it, and a process that dies loses nothing. Logs the uuid of an unreadable entry and returns
     * the other entries.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly retryAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<InboxEntry>>

    /** Removes applied entries. */
    readonly remove: (uuids: ReadonlyArray<string>) => StorageEffect<void>

    /**
     * Removes up to `limit` entries stored for longer than `keepFor` by the store's clock, oldest first. Returns the number
     * of removed entries.
     */
    readonly prune: (options: { readonly keepFor: Duration.Duration; readonly limit: number }) => StorageEffect<number>
  }
>()("@rollcall/core/sending/inbox/InboxStore") {}
