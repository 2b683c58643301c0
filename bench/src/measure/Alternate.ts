import { Clock, Effect } from "effect"
import * as Arr from "effect/Array"
import { type Figures, figuresOf } from "./Figures.ts"

/** One of the two that are measured: does the work number `n`. */
export type Side<E> = (n: number) => Effect.Effect<unknown, E>

/** How long to measure: until there are so many timings of each side, or the time is over. */
export interface Pace {
  readonly warmUp: number
  readonly samples: number
  readonly seconds: number
}

/** What one turn is. */
export interface Turn {
  /** How many pieces of work follow each other, each timed. */
  readonly block: number
  /** How many are under way at one time; when many, a piece is a round of them, and its time is the mean. */
  readonly atOnce: number
}

/** What each side took. */
export interface Outcome {
  readonly library: Figures
  readonly rival: Figures | undefined
}

/** At least so many timings of each side are taken, however long they take. */
const leastSamples = 5

/**
 * Measures two sides by turns, with the same work for both, so that whatever else the machine does falls on both. Who
 * begins changes every time. In a block of several the first is not counted: a
 * connection of SQLite that comes to a file which another one has written to finds its cache empty.
 */
export const alternate = Effect.fnUntraced(function* <E>(
  library: Side<E>,
  rival: Side<E> | undefined,
  { samples, seconds, warmUp }: Pace,
  { atOnce, block }: Turn
) {
  const sides = [library, ...(rival === undefined ? [] : [rival])].map((side) => ({
    side,
    timings: new Array<number>()
  }))
  let next = 0
  const turns = Effect.fnUntraced(function* (counted: boolean) {
    for (const { side, timings } of next % 2 === 0 ? sides : sides.toReversed()) {
      for (let piece = 0; piece < block; piece++) {
        const took = yield* timed(side, next * block + piece, atOnce)
        if (counted && (piece > 0 || block === 1)) timings.push(took)
      }
    }
    next++
  })
  const until = (yield* Clock.currentTimeMillis) + seconds * 1_000
  for (let round = 0; round * block < warmUp && (yield* Clock.currentTimeMillis) < until; round++) yield* turns(false)
  const end = (yield* Clock.currentTimeMillis) + seconds * 1_000
  const taken = () => sides[0]?.timings.length ?? 0
  while (taken() < leastSamples || (taken() < samples && (yield* Clock.currentTimeMillis) < end)) yield* turns(true)
  const [first, second] = sides.map(({ timings }) => figuresOf(timings))
  const outcome: Outcome = { library: first ?? figuresOf([]), rival: second }
  return outcome
})

/** How many are done in a round of many at once, for each of them. */
const roundsOf = 4

const timed = Effect.fnUntraced(function* <E>(side: Side<E>, n: number, atOnce: number) {
  const pieces = atOnce === 1 ? 1 : roundsOf * atOnce
  const began = performance.now()
  if (pieces === 1) yield* side(n)
  else yield* Effect.forEach(Arr.range(0, pieces - 1), (piece) => side(n * pieces + piece), { concurrency: atOnce })
  return (performance.now() - began) / pieces
})
