import { Effect, Layer } from "effect"
import { forkRetention } from "../background/BackgroundLoop.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { DispatchSettings } from "../delivery/DispatchSettings.ts"

/** Removes idempotency keys, and the answers under them, that are kept for longer than `keepKeysFor` (B4). */
export const layerKeyRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepKeysFor } = yield* DispatchSettings
    const store = yield* BroadcastStore
    yield* forkRetention("removal of idempotency keys", keepKeysFor, store.pruneIdempotencyKeys, () => Effect.void)
  })
)
