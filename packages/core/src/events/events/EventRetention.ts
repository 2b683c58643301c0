import { Effect, Layer } from "effect"
import { forkRetention } from "../../operations/background/BackgroundLoop.ts"
import { EventSettings } from "./EventSettings.ts"
import { EventStore } from "./EventStore.ts"

/**
 * Removes events that are older than `keepFor`.
 *
 * @see docs/contributing/decisions.md, E4
 */
export const layerEventRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepFor } = yield* EventSettings
    const store = yield* EventStore
    yield* forkRetention("removal of old events", keepFor, store.prune, () => Effect.void)
  })
)
