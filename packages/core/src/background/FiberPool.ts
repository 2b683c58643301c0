import { Effect, Latch } from "effect"

/** Fibers for work of many, so that work that hangs or takes long has one of them, and the others go on. */
export interface FiberPool {
  /** Waits until a fiber is free. */
  readonly awaitFree: Effect.Effect<void>
  /** How many fibers are free now. */
  readonly free: Effect.Effect<number>
  /** Starts work in a fiber of its own. Called for no more than are free. */
  readonly start: <R>(work: Effect.Effect<void, never, R>) => Effect.Effect<void, never, R>
}

/** Makes a pool of `size` fibers, which end with the scope. */
export const makeFiberPool = Effect.fnUntraced(function* (size: number) {
  const scope = yield* Effect.scope
  const hasFree = Latch.makeUnsafe(true)
  let working = 0
  const release = Effect.sync(() => {
    working -= 1
    hasFree.openUnsafe()
  })
  const pool: FiberPool = {
    awaitFree: Effect.asVoid(hasFree.await),
    free: Effect.sync(() => size - working),
    start: (work) =>
      Effect.suspend(() => {
        working += 1
        if (working >= size) hasFree.closeUnsafe()
        return Effect.asVoid(Effect.forkIn(Effect.ensuring(work, release), scope))
      })
  }
  return pool
})
