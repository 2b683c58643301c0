import { Effect, Latch } from "effect"

/** A bounded number of fibers. Slow or hanging work occupies one fiber and doesn't delay other work. */
export interface FiberPool {
  readonly awaitFree: Effect.Effect<void>
  /** Returns the number of free fibers. */
  readonly free: Effect.Effect<number>
  /**
   * Starts work in a fiber and returns at once. The caller must not start more work than `free` allows, which is not
   * checked.
   */
  readonly start: <R>(work: Effect.Effect<void, never, R>) => Effect.Effect<void, never, R>
}

/** Makes a pool of `size` fibers, which are interrupted when the scope closes. */
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
