import { Clock, Duration, Effect, Option, Semaphore } from "effect"

/** A value that is loaded on first use and cached. */
export interface Remembered<A, E> {
  /**
   * Returns the cached value, and loads it if it is missing or stale. Only one caller loads at a time. Other callers get
   * the stale value, or wait if no value is cached. If loading fails, the stale value is used for ten more seconds.
   */
  readonly get: <R>(load: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Makes the next `get` reload the value if it was loaded at least ten seconds ago. */
  readonly reload: Effect.Effect<void>
  /** Marks the cached value as wrong. Later calls of `get` wait until the value is reloaded. */
  readonly forget: Effect.Effect<void>
}

/** The minimum time between loads after a failed or early load, in milliseconds. */
const pause = 10_000

/** Makes a cache for one value. `what` names the value in log messages. */
export const remember = <A, E>(what: string, refreshEvery: Duration.Input): Remembered<A, E> => {
  const keepFor = Duration.toMillis(refreshEvery)
  const loading = Semaphore.makeUnsafe(1)
  let value = Option.none<A>()
  let loadedAt = -Infinity
  let staleAt = -Infinity
  /** How often the value was dropped: in total, and before the cached value's load began. */
  let [forgotten, forgottenBefore] = [0, 0]

  const current = Effect.map(Clock.currentTimeMillis, (now) => (now < staleAt ? value : Option.none<A>()))

  const loadNow = <R>(load: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fresh = yield* current
      if (Option.isSome(fresh)) return fresh.value
      const before = forgotten
      return yield* load.pipe(
        Effect.tap((loaded) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            value = Option.some(loaded)
            loadedAt = now
            // If the value was dropped during this load, the loaded value may be from before the change.
            staleAt = before === forgotten ? now + keepFor : -Infinity
            forgottenBefore = before
          })
        ),
        Effect.catch((error) =>
          Option.match(value, {
            onNone: () => Effect.fail(error),
            onSome: (old) =>
              Effect.logWarning(`${what} could not be read again. The last known values are used`, error).pipe(
                Effect.andThen(Clock.currentTimeMillis),
                Effect.map((now) => {
                  staleAt = now + pause
                  forgottenBefore = before
                  return old
                })
              )
          })
        )
      )
    })

  const get = <R>(load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(
      current,
      Option.match({
        onSome: Effect.succeed,
        onNone: () =>
          Option.match(value, {
            onNone: () => loading.withPermit(loadNow(load)),
            onSome: (old) => {
              if (forgottenBefore !== forgotten) return loading.withPermit(loadNow(load))
              return Effect.map(
                loading.withPermitsIfAvailable(1)(loadNow(load)),
                Option.getOrElse(() => old)
              )
            }
          })
      })
    )

  const forget = Effect.sync(() => {
    staleAt = -Infinity
    forgotten++
  })

  const reload = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now - loadedAt < pause
      ? Effect.void
      : Effect.sync(() => {
          staleAt = -Infinity
        })
  )

  return { get, reload, forget }
}
