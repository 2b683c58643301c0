import { Effect, Layer, Option, Schedule } from "effect"
import { forkRetention } from "../../operations/background/BackgroundLoop.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { unmatchedLock } from "../delivery/DeliverySession.ts"
import { DeliveryStore } from "../delivery/DeliveryStore.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { recipientPruning } from "./Pruning.ts"

/**
 * Removes the recipients of broadcasts that have been over for longer than `keepRecipientsFor`; null keeps them. Keeps
 * recipients for at least the longest frequency cap of any workspace, because the cap counts their messages.
 */
export const layerRecipientRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepRecipientsFor } = yield* DispatchSettings
    if (keepRecipientsFor === null) return
    const { remove } = yield* recipientPruning
    yield* forkRetention("removal of old recipients", keepRecipientsFor, remove, () => Effect.void)
  })
)

/** Removes idempotency keys older than `keepKeysFor`, with the responses stored under them. */
export const layerKeyRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepKeysFor } = yield* DispatchSettings
    const store = yield* BroadcastStore
    yield* forkRetention("removal of idempotency keys", keepKeysFor, store.pruneIdempotencyKeys, () => Effect.void)
  })
)

/**
 * Removes unmatched receipts older than `keepUnmatchedFor`, and logs their number. Their messages were not sent from this
 * store, or their deliveries are gone. Each step takes the lock of the unmatched receipts exclusively, so that no receipt
 * is applied meanwhile. A step tries to take the lock once a second instead of waiting for it, because transactions that
 * record outcomes would queue behind a waiting step.
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
