import { Effect, Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/**
 * A queue in memory. An offer inside a transaction joins it: nobody can take the job before the commit, and there is no
 * job without one.
 */
export const layer: Layer.Layer<PersistedQueue.PersistedQueueStore, never, MemoryDatabase> = Layer.effect(
  PersistedQueue.PersistedQueueStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase
    const queue = yield* PersistedQueue.PersistedQueueStore
    return PersistedQueue.PersistedQueueStore.of({
      ...queue,
      offer: (options) => database.afterCommit(Effect.orDie(queue.offer(options)))
    })
  })
).pipe(Layer.provide(PersistedQueue.layerStoreMemory))
