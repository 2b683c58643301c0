import { Context, type Duration } from "effect"
import type { InboundBatch } from "../channels/ChannelWebhook.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/** A report of a channel that is to be applied. */
export interface InboxEntry {
  /** Distinguishes entries; they are in the order of arrival. */
  readonly uuid: string
  /** The type of the channel that received it. Null: it was stored before this was kept. */
  readonly channelType: string | null
  readonly batch: InboundBatch
}

/** Port: what channels reported and was not applied yet. It holds personal data, and for a short time. */
export class InboxStore extends Context.Service<
  InboxStore,
  {
    /** Stores an entry, which is due at once. It is durable when this returns. */
    readonly put: (entry: InboxEntry) => StorageEffect<void>

    /**
     * Returns up to `limit` due entries, the first first. Each is due again after `retryAfter`, so that only one of many
     * processes gets it, and nothing is lost if it dies. An entry that cannot be read is logged by its uuid only. All
     * others are still returned.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly retryAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<InboxEntry>>

    /** Removes entries that are applied. */
    readonly remove: (uuids: ReadonlyArray<string>) => StorageEffect<void>

    /**
     * Removes up to `limit` entries that are stored for longer than `keepFor` by the store's clock, the oldest first.
     * Returns how many it removed.
     */
    readonly prune: (options: { readonly keepFor: Duration.Duration; readonly limit: number }) => StorageEffect<number>
  }
>()("@rollcall/core/sending/inbox/InboxStore") {}
