import { Effect } from "effect"

/** How many recipients are worked on before other fibers get their turn: a few milliseconds of work. */
const sliceSize = 100

/** Works on a long list slice by slice and lets other fibers run in between. One result for each slice, in order. */
export const inSlices = Effect.fnUntraced(function* <A, B, E, R>(
  items: ReadonlyArray<A>,
  work: (slice: ReadonlyArray<A>, from: number) => Effect.Effect<B, E, R>
) {
  const results: Array<B> = []
  for (let from = 0; from < items.length; from += sliceSize) {
    if (from > 0) yield* Effect.yieldNow
    results.push(yield* work(items.slice(from, from + sliceSize), from))
  }
  return results
})
