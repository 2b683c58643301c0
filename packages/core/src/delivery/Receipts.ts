import { Context, Effect, Layer } from "effect"
import { withSpans } from "../shared/Spans.ts"
import type { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import type { DeliveryReceipt } from "../channels/MessageChannel.ts"
import type { ContactStore } from "../contacts/ContactStore.ts"
import type { EventStore } from "../events/EventStore.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { toStorable } from "../shared/Text.ts"
import { Transaction } from "../shared/Transaction.ts"
import { forkRetention } from "../background/BackgroundLoop.ts"
import { applyReceipts, unmatchedLock } from "./DeliverySession.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { DispatchSettings } from "./DispatchSettings.ts"

/** Applies delivery receipts of channels, in whatever order and however often they come (B11). */
export class Receipts extends Context.Service<
  Receipts,
  {
    /** Applies a batch, upward only. When it succeeds the channel need not offer the batch again. */
    readonly apply: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/delivery/Receipts") {
  static readonly layer = Layer.effect(
    Receipts,
    Effect.gen(function* () {
      const ports = yield* Effect.context<BroadcastStore | DeliveryStore | ContactStore | EventStore | Transaction>()
      return Receipts.of(
        withSpans("Receipts", {
          apply: (receipts: ReadonlyArray<DeliveryReceipt>) =>
            receipts.length === 0 ? Effect.void : Effect.provideContext(applyReceipts(receipts.map(storable)), ports)
        })
      )
    })
  )
}

/**
 * Removes unmatched receipts that are kept for too long, and logs how many (B11): their messages were not sent by this
 * store, or their deliveries are gone. Each step locks as keeping a receipt does, so that none is applied meanwhile.
 */
export const layerReceiptRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepUnmatchedFor } = yield* DispatchSettings
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    yield* forkRetention(
      "removal of unmatched receipts",
      keepUnmatchedFor,
      (options) =>
        transaction.run(Effect.andThen(transaction.lock([unmatchedLock], "exclusive"), store.pruneUnmatched(options))),
      (removed) =>
        Effect.logWarning("delivery receipts for unknown messages were removed").pipe(Effect.annotateLogs({ removed }))
    )
  })
)

/** A receipt that no store could hold would block all others of its batch, again and again. */
const storable = (receipt: DeliveryReceipt): DeliveryReceipt => ({
  ...receipt,
  messageId: toStorable(receipt.messageId),
  error: receipt.error === null || receipt.error.trim() === "" ? null : toStorable(receipt.error)
})
