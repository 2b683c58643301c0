import { type Duration, Effect, Equal, Stream } from "effect"

/**
 * Reads something again and again until the scope closes, after a pause each time. Returns a stream of it, as it is and
 * whenever it has changed: a slow reader gets only the newest.
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
  // A store that cannot be read is asked again: its loss is in the log of others.
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
