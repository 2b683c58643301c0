import { Effect, Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { Database } from "./Database.ts"

/** The queue in memory that comes with Effect, but for offers: they join the transaction that the work is written in. */
export const layer = Layer.effect(
  PersistedQueue.PersistedQueueStore,
  Effect.gen(function* () {
    const { afterCommit } = yield* Database
    const queue = yield* PersistedQueue.PersistedQueueStore
    return PersistedQueue.PersistedQueueStore.of({
      ...queue,
      offer: (options) => afterCommit(Effect.orDie(queue.offer(options)))
    })
  })
).pipe(Layer.provide(PersistedQueue.layerStoreMemory))
