import { Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { Database } from "./Database.ts"

/** Effect's in-memory queue. An offer made in a transaction is stored after the commit, and dropped after a rollback. */
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
