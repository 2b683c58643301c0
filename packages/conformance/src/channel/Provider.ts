import type { StorageError } from "@rollcall/core"
import type { Correlation, DeliveryReceipt } from "@rollcall/core/channel"
import { Context, type Effect } from "effect"

/** A message that a provider accepted. */
export interface AcceptedMessage {
  readonly messageId: string
  /** The recipient's identifier as it was sent. */
  readonly to: string
  /** Null if the provider does not keep it. */
  readonly correlation: Correlation | null
}

/** What the suite sees of the other side of a channel: a test provides it from the provider's own record. */
export class Provider extends Context.Service<
  Provider,
  {
    /** Every message that was accepted, in order. One that was accepted twice is here twice. */
    readonly accepted: Effect.Effect<ReadonlyArray<AcceptedMessage>>

    /**
     * Passes the receipts of the provider to `onReceipts` until it is interrupted, and a batch again that failed: what
     * `listen` of the channel does, or a receiver of its webhook.
     */
    readonly receipts: (
      onReceipts: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
    ) => Effect.Effect<never>
  }
>()("@rollcall/conformance/channel/Provider") {}
