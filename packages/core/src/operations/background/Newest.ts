import { type Duration, Effect, Equal, Stream } from "effect"

/**
 * Reads a value repeatedly until the scope closes, with a pause after each read. Returns a stream of the current value and
 * its changes. A slow reader gets only the newest value.
 */
export const newestOf = Effect.fnUntraced(function* <A, E, R>(read: Effect.Effect<A, E, R>, pause: Duration.Duration) {
  let newest = { value: yield* read }
  const waiting = new Set<() => void>()
  const readAgain = Effect.gen(function* () {
    const value = yield* read
    if (Equal.equals(value, newest.value)) return
    newest = { value }
    const all = Array.from(waiting)
    waiting.clear()
    for (const wake of all) wake()
  })
  // A failed read is repeated. The outage is logged elsewhere.
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pause), Effect.ignore(readAgain))))
  const after = (seen: typeof newest | undefined) =>
    Effect.callback<void>((resume) => {
      if (seen !== newest) return resume(Effect.void)
      const wake = () => resume(Effect.void)
      waiting.add(wake)
      return Effect.sync(() => waiting.delete(wake))
    })
  return Stream.suspend(() => {
    let seen: typeof newest | undefined
    const next = Effect.andThen(
      Effect.suspend(() => after(seen)),
      Effect.sync(() => (seen = newest).value)
    )
    return Stream.fromEffectRepeat(next)
  })
})
