import { Effect } from "effect"
import { percentile, shown, spreadOf } from "./Numbers.ts"
import type { Figure } from "./Part.ts"

/** The work of one side in one round. */
interface Round {
  readonly pieces: number
  readonly seconds: number
}

/** One of two sides that do the same work. */
interface Side {
  /** Runs before each round and is not measured. */
  readonly prepare?: Effect.Effect<void, Error>
  readonly run: Effect.Effect<Round, Error>
  /** Returns the processor time so far of the process that does the work, in seconds. */
  readonly spent: () => number
}

interface Comparison {
  readonly library: Side
  readonly rival: Side
  /** Returns the database's processor time so far, in seconds; 0 if the database runs in the process. */
  readonly database: () => number
  readonly rounds: number
  /** The minimum ratio of rates, or the maximum ratio of times. */
  readonly wanted: { readonly rate: number } | { readonly time: number }
}

/**
 * Measures two sides in alternating rounds, so that other load on the machine affects both, and returns their ratio.
 * The order changes in every round.
 */
export const compare = Effect.fnUntraced(function* ({ database, library, rival, rounds, wanted }: Comparison) {
  const ours = { side: library, values: new Array<number>(), own: 0, database: 0, pieces: 0 }
  const theirs = { ...ours, side: rival, values: new Array<number>() }
  for (let round = 0; round < rounds; round++) {
    for (const taken of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      const { prepare = Effect.void, run, spent } = taken.side
      yield* prepare
      const [own, inDatabase] = [spent(), database()]
      const { pieces, seconds } = yield* run
      taken.own += spent() - own
      taken.database += database() - inDatabase
      taken.pieces += pieces
      taken.values.push("rate" in wanted ? pieces / seconds : (seconds * 1_000) / pieces)
    }
  }
  const costOf = ({ database, own, pieces }: typeof ours) =>
    [own, database].map((seconds) => shown((seconds * 1_000_000) / pieces)).join(" + ")
  const ratios = ours.values.map((value, round) => value / (theirs.values[round] ?? Number.NaN))
  const sides = [ours, theirs].map(({ values }) => `${shown(percentile(values)(0.5))} (${spreadOf(values)})`)
  const figure: Figure = {
    name: "rate" in wanted ? "rate, library / by hand" : "time, library / by hand",
    value: percentile(ours.values)(0.5) / percentile(theirs.values)(0.5),
    unit: "times",
    ...("rate" in wanted ? { least: wanted.rate } : { most: wanted.time }),
    detail: [
      `${spreadOf(ratios)} times`,
      `${sides.join(" beside ")} ${"rate" in wanted ? "a second" : "ms"}`,
      `processor ${costOf(ours)} beside ${costOf(theirs)} µs`
    ].join("; ")
  }
  return figure
})

/** Runs work and returns how long it took. */
export const timed = <E, R>(work: Effect.Effect<unknown, E, R>, pieces = 1): Effect.Effect<Round, E, R> =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.map(work, () => ({ pieces, seconds: (performance.now() - began) / 1_000 }))
  })
