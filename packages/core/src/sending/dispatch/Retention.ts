import { Effect, Layer, Option, Schedule } from "effect"
import { forkRetention } from "../../operations/background/BackgroundLoop.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { unmatchedLock } from "../delivery/DeliverySession.ts"
import { DeliveryStore } from "../delivery/DeliveryStore.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { recipientPruning } from "./Pruning.ts"

/**
 * Removes the recipients of broadcasts that are over for longer than `keepRecipientsFor`; null keeps them. A frequency
 * cap counts what was sent to them: they are kept for as long as the longest one of any workspace looks back.
 */
export const layerRecipientRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepRecipientsFor } = yield* DispatchSettings
    if (keepRecipientsFor === null) return
    const { remove } = yield* recipientPruning
    yield* forkRetention("removal of old recipients", keepRecipientsFor, remove, () => Effect.void)
  })
)

/** Removes idempotency keys that are older than `keepKeysFor`, with the answers that are stored under them. */
export const layerKeyRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepKeysFor } = yield* DispatchSettings
    const store = yield* BroadcastStore
    yield* forkRetention("removal of idempotency keys", keepKeysFor, store.pruneIdempotencyKeys, () => Effect.void)
  })
)

/**
 * Removes unmatched receipts that are older than `keepUnmatchedFor`, and logs how many: their messages were not sent by
 * this store, or their deliveries are gone. Each step takes the lock of the unmatched receipts exclusively, so that no
 * receipt is applied meanwhile. It tries the lock once a second and does not wait for it: transactions that record
 * outcomes would wait behind it.
 */
export const layerReceiptRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepUnmatchedFor } = yield* DispatchSettings
    const store = yield* DeliveryStore
    const { run, tryLock } = yield* Transaction
    const tryPrune = Effect.fnUntraced(function* (options: Parameters<typeof store.pruneUnmatched>[0]) {
      const isLocked = yield* tryLock([unmatchedLock], "exclusive")
      return isLocked ? Option.some(yield* store.pruneUnmatched(options)) : Option.none<number>()
    })
    yield* forkRetention(
      "removal of unmatched receipts",
      keepUnmatchedFor,
      (options) =>
        Effect.map(
          Effect.repeat(run(tryPrune(options)), { schedule: Schedule.spaced("1 second"), until: Option.isSome }),
          Option.getOrElse(() => 0)
        ),
      (removed) =>
        Effect.logWarning("delivery receipts for unknown messages were removed").pipe(Effect.annotateLogs({ removed }))
    )
  })
)
