import { Effect } from "effect"
import { figuresOf } from "./Figures.ts"

/** What was got through, and in how many seconds. */
export interface Work {
  readonly count: number
  readonly seconds: number
}

/** How much each side gets through in a second: the median of its rounds. */
export interface Speeds {
  readonly library: number
  readonly rival: number | undefined
}

/** Measures two sides by turns that take seconds each. Who begins changes every time. */
export const takeTurns = Effect.fnUntraced(function* <E, R>(
  library: Effect.Effect<Work, E, R>,
  rival: Effect.Effect<Work, E, R> | undefined,
  rounds: number
) {
  const sides = [library, ...(rival === undefined ? [] : [rival])].map((side) => ({
    side,
    speeds: new Array<number>()
  }))
  for (let round = 0; round < rounds; round++) {
    for (const { side, speeds } of round % 2 === 0 ? sides : sides.toReversed()) {
      const { count, seconds } = yield* side
      speeds.push(count / seconds)
    }
  }
  const [first = Number.NaN, second] = sides.map(({ speeds }) => figuresOf(speeds).median)
  const outcome: Speeds = { library: first, rival: second }
  return outcome
})

/** How long an effect takes that gets through `count`. */
export const timedWork = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>): Effect.Effect<Work, E, R> =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* effect
    return { count, seconds: (performance.now() - began) / 1_000 }
  })
