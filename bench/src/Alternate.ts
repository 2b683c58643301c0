import { Clock, Effect } from "effect"
import * as Arr from "effect/Array"

/** What the samples of one side come to. */
export interface Figures {
  readonly median: number
  /** The 95th percentile; null for rounds and for a single value. */
  readonly p95: number | null
  /** What each round came to, in their order, where a sample takes seconds and there are few; otherwise none. */
  readonly rounds: ReadonlyArray<number>
}

/** The figures of at least one sample. */
export const figuresOf = (samples: ReadonlyArray<number>): Figures => {
  const at = percentile(samples)
  return { median: at(0.5), p95: at(0.95), rounds: [] }
}

/** The figures of at least one round. */
export const ofRounds = (rounds: ReadonlyArray<number>): Figures => ({
  median: percentile(rounds)(0.5),
  p95: null,
  rounds
})

/** The sample that this share of the samples stays under; at 1 the largest. There is at least one sample. */
export const percentile = (samples: ReadonlyArray<number>): ((share: number) => number) => {
  const sorted = [...samples].sort((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** One of the sides that are measured: does the piece of work number `n` and returns its sample. */
export type Side = (n: number) => Effect.Effect<number, Error>

/** How long to measure: until each side has this many samples, or the time is over. */
export interface Pace {
  readonly warmUp: number
  readonly samples: number
  readonly seconds: number
}

/** At least this many samples of each side are taken, however long they take. */
const fewest = 5

/**
 * Samples sides by turns, with the same work for each, so that other load on the machine affects all of them. The order
 * changes every round. In a block of several pieces the first one is not counted: a connection of SQLite that returns to
 * a file which another one has written to finds its cache empty.
 */
export const alternate = Effect.fnUntraced(function* (
  sides: ReadonlyArray<Side>,
  { samples, seconds, warmUp }: Pace,
  block = 1
) {
  const measured = sides.map((side) => ({ side, taken: new Array<number>() }))
  let round = 0
  const takeTurns = Effect.fnUntraced(function* (isCounted: boolean) {
    for (const { side, taken } of round % 2 === 0 ? measured : measured.toReversed()) {
      for (let piece = 0; piece < block; piece++) {
        const sample = yield* side(round * block + piece)
        if (isCounted && (piece > 0 || block === 1)) taken.push(sample)
      }
    }
    round++
  })
  const now = Clock.currentTimeMillis
  const warm = (yield* now) + seconds * 1_000
  for (let done = 0; done < warmUp && (yield* now) < warm; done += block) yield* takeTurns(false)
  const end = (yield* now) + seconds * 1_000
  const count = () => measured[0]?.taken.length ?? 0
  while (count() < Math.min(fewest, samples) || (count() < samples && (yield* now) < end)) yield* takeTurns(true)
  return measured.map(({ taken }) => taken)
})

/** How many pieces each of many concurrent callers does in a sample. */
const piecesEach = 4

/** Samples milliseconds for one piece of work; when several run at a time, the mean of some rounds. */
export const inMillis =
  (run: (n: number) => Effect.Effect<unknown, Error>, concurrency: number): Side =>
  (n) => {
    const pieces = concurrency === 1 ? 1 : piecesEach * concurrency
    const all = Effect.forEach(Arr.range(0, pieces - 1), (piece) => run(n * pieces + piece), { concurrency })
    return Effect.map(millisOf(pieces === 1 ? run(n) : all), (millis) => millis / pieces)
  }

/** How long an effect takes, in milliseconds. */
export const millisOf = <E, R>(effect: Effect.Effect<unknown, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.map(effect, () => performance.now() - began)
  })
