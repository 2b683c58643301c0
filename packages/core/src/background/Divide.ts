import { Cause, Effect, Exit } from "effect"

/** After how many failures in a row, without a success between them, not single items are the reason. */
const failuresInARow = 20

/**
 * Runs work on items together. Where that fails it runs on each half of them, and so on, so that an item with which it
 * fails keeps no other from it. Reports each failure with a single item, and the last one after 20 failures in a row:
 * the work on what is left is then not tried.
 */
export const divide = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  items: ReadonlyArray<A>,
  work: (part: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>,
  report: (cause: Cause.Cause<E>, part: ReadonlyArray<A>) => Effect.Effect<unknown, E2, R2>
) {
  const parts = [items]
  let inVain = 0
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.length === 0) continue
    const exit = yield* Effect.exit(work(part))
    if (Exit.isSuccess(exit)) {
      inVain = 0
      continue
    }
    if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
    inVain += 1
    const gaveUp = inVain >= failuresInARow
    if (gaveUp || part.length === 1) yield* report(exit.cause, part)
    if (gaveUp) return
    const middle = part.length >> 1
    if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle))
  }
})
