import type { StorageError } from "@rollcall/core"
import type { Correlation, DeliveryReceipt } from "@rollcall/core/channel"
import { Context, type Effect } from "effect"

/** A message that the provider accepted. */
export interface AcceptedMessage {
  readonly messageId: string
  /** The recipient's identifier, exactly as the channel sent it. */
  readonly to: string
  /** The correlation; null if the provider does not keep it. */
  readonly correlation: Correlation | null
}

/** The provider's side of a channel. A test provides it from the provider's own record. */
export class Provider extends Context.Service<
  Provider,
  {
    /** Every accepted message, in order. A message that was accepted twice is listed twice. */
    readonly accepted: Effect.Effect<ReadonlyArray<AcceptedMessage>>

    /**
     * Passes the provider's receipts to `onReceipts` until interrupted, and repeats a batch that failed. Works like the
     * channel's `listen`, or like a receiver of the channel's webhook.
     */
    readonly receipts: (
      onReceipts: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
    ) => Effect.Effect<never>
  }
>()("@rollcall/conformance/channel/Provider") {}
