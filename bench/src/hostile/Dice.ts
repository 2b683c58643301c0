import { Effect, Random } from "effect"

/** Chance with a seed, as plain functions: the values of a request are deep. */
export interface Dice {
  /** Whether something happens that happens with this share. */
  readonly happens: (share: number) => boolean
  readonly below: (count: number) => number
  /** One of at least one. */
  readonly one: <A>(values: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Dice whose seed comes from the one of the run. */
export const makeDice = Effect.map(Random.nextIntBetween(1, 0x7fffffff), (seed): Dice => {
  let state = seed
  // The generator mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { happens: (share) => next() < share, below, one: (values) => values[below(values.length)] ?? values[0] }
})
