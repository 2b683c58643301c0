import { Context, Effect, Layer } from "effect"
import { withSpans } from "../shared/Spans.ts"
import type { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import type { DeliveryReceipt } from "../channels/MessageChannel.ts"
import type { ContactStore } from "../contacts/ContactStore.ts"
import type { EventStore } from "../events/EventStore.ts"
import type { OptOutStore } from "../opt-outs/OptOutStore.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { toStorable } from "../shared/Text.ts"
import { Transaction } from "../shared/Transaction.ts"
import { forkRetention } from "../background/BackgroundLoop.ts"
import { inSession, unmatchedLock } from "./DeliverySession.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { OptOuts } from "./OptOuts.ts"

/** Applies delivery receipts of channels, in whatever order and however often they come (B11). */
export class Receipts extends Context.Service<
  Receipts,
  {
    /**
     * Applies a batch, upward only, and opts out the addresses of which the channel says so. When it succeeds the channel
     * need not offer the batch again.
     */
    readonly apply: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/delivery/Receipts") {
  static readonly layer = Layer.effect(
    Receipts,
    Effect.gen(function* () {
      const optOuts = yield* OptOuts
      const ports = yield* Effect.context<
        BroadcastStore | DeliveryStore | ContactStore | EventStore | OptOutStore | Transaction
      >()
      return Receipts.of(
        withSpans("Receipts", {
          apply: (receipts: ReadonlyArray<DeliveryReceipt>) =>
            receipts.length === 0
              ? Effect.void
              : Effect.flatMap(Effect.provideContext(applyReceipts(receipts.map(storable)), ports), (optedOut) =>
                  optOuts.record(optedOut, "channel")
                )
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

/**
 * Applies receipts to the deliveries that they are for, over all workspaces, upward only (B11). One that matches none
 * is kept, and applied when its message id becomes known. To keep it all others have to wait: so that is a transaction
 * of its own, which looks once more. Repeating a batch changes nothing. Returns the addresses that the channel says are
 * opted out.
 */
export const applyReceipts = Effect.fn("Receipts.applyReceipts")(function* (receipts: ReadonlyArray<DeliveryReceipt>) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const first = yield* transaction.run(
    Effect.andThen(transaction.lock([unmatchedLock], "shared"), applyMatching(receipts))
  )
  const unknown = first.unmatched()
  if (unknown.length === 0) return first.optedOut
  const second = yield* transaction.run(
    Effect.gen(function* () {
      yield* transaction.lock([unmatchedLock], "exclusive")
      const session = yield* applyMatching(unknown)
      const unmatched = session.unmatched()
      if (unmatched.length > 0) yield* store.keepUnmatched(unmatched)
      return session
    })
  )
  return [...first.optedOut, ...second.optedOut]
})

/** Applies the receipts that match a delivery. */
const applyMatching = Effect.fnUntraced(function* (receipts: ReadonlyArray<DeliveryReceipt>) {
  const store = yield* DeliveryStore
  const uuids = receipts.flatMap(({ correlation }) => (correlation === null ? [] : [correlation]))
  const correlated = uuids.length === 0 ? [] : yield* store.lock({ uuids })
  const found = new Set(correlated.map(({ uuid }) => uuid))
  const others = receipts.filter(({ correlation }) => correlation === null || !found.has(correlation))
  const known = others.length === 0 ? [] : yield* store.lock({ messageIds: messageIdsOf(others) })
  return yield* inSession([...correlated, ...known], messageIdsOf(receipts), (session) => {
    for (const receipt of receipts) {
      const row = session.of(receipt)
      if (row === undefined) session.keep(receipt)
      else session.put(session.receive(row, receipt))
    }
  })
})

const messageIdsOf = (receipts: ReadonlyArray<DeliveryReceipt>) =>
  Array.from(new Set(receipts.map(({ messageId }) => messageId)))
