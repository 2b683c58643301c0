import { Cause, Effect, Exit } from "effect"

/** The number of consecutive failures after which the cause is assumed to affect all items. */
const failuresInARow = 20

/**
 * Runs `work` on all items at once. If `work` fails, runs it on each half, recursively, so that one bad item doesn't block
 * the other items. Reports the failure of each single item. After 20 failures without a success, reports the last failure
 * with its items and skips the remaining items. Interruptions pass through.
 */
export const divide = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  items: ReadonlyArray<A>,
  work: (part: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>,
  report: (cause: Cause.Cause<E>, part: ReadonlyArray<A>) => Effect.Effect<unknown, E2, R2>
) {
  const parts = [items]
  let failures = 0
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.length === 0) continue
    const exit = yield* Effect.exit(work(part))
    if (Exit.isSuccess(exit)) {
      failures = 0
      continue
    }
    if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
    failures += 1
    const gaveUp = failures >= failuresInARow
    if (gaveUp || part.length === 1) yield* report(exit.cause, part)
    if (gaveUp) return
    const middle = part.length >> 1
    if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle))
  }
})
