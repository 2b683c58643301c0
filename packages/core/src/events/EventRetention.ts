import { Duration, Effect, Layer, Schedule } from "effect"
import { survive } from "../shared/BackgroundLoop.ts"
import { EventSettings } from "./EventSettings.ts"
import { EventStore } from "./EventStore.ts"

/** How many events one step removes: what other writers on SQLite wait for. */
const stepSize = 1_000

const shortestPause = Duration.minutes(1)

/**
 * Removes events that are older than `keepFor` (E4) in short steps, seven times in this period, but not more than once a
 * minute.
 */
export const layerEventRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepFor } = yield* EventSettings
    const store = yield* EventStore
    const step = store.prune({ keepFor, limit: stepSize })
    const prune = Effect.repeat(step, { until: (removed) => removed < stepSize })
    const pause = Schedule.spaced(Duration.max(shortestPause, Duration.times(keepFor, 1 / 7)))
    yield* Effect.forkScoped(Effect.repeat(survive("removal of old events", prune), pause))
  })
)
