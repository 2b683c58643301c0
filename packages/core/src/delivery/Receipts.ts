import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../shared/StorageError.ts"
import { toStorable } from "../shared/Text.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import type { Receipt } from "../channels/MessageChannel.ts"

/** Takes what channels say later about messages, in whatever order and however often (B11). */
export class Receipts extends Context.Service<
  Receipts,
  {
    /** Applies a batch, upward only. When it succeeds the channel need not offer the batch again. */
    readonly apply: (receipts: ReadonlyArray<Receipt>) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/delivery/Receipts") {
  static readonly layer = Layer.effect(
    Receipts,
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      return Receipts.of({
        apply: Effect.fn("Receipts.apply")((receipts: ReadonlyArray<Receipt>) =>
          receipts.length === 0 ? Effect.void : store.applyReceipts(receipts.map(storable))
        )
      })
    })
  )
}

/** One receipt that no store could keep would hold up all others of its batch, again and again. */
const storable = (receipt: Receipt): Receipt => ({
  ...receipt,
  messageId: toStorable(receipt.messageId),
  error: receipt.error === null || receipt.error.trim() === "" ? null : toStorable(receipt.error)
})
