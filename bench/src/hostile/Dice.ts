import { Effect, Random } from "effect"

/**
 * A seeded random generator with plain functions instead of effects, because the generated values are deeply nested.
 */
export interface Dice {
  /** Returns true with this probability. */
  readonly happens: (share: number) => boolean
  readonly below: (count: number) => number
  /** Returns a random element. */
  readonly one: <A>(values: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Makes a generator with a seed derived from the run's seed. */
export const makeDice = Effect.map(Random.nextIntBetween(1, 0x7fffffff), (seed): Dice => {
  let state = seed
  // The mulberry32 algorithm.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { happens: (share) => next() < share, below, one: (values) => values[below(values.length)] ?? values[0] }
})
