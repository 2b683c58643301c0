import { Effect, type Fiber, type Scope } from "effect"
import { steadyMillis } from "../shared/Instant.ts"

/** How often the time of each is looked at, in milliseconds: what is left may change without a word. */
const lookEvery = 1_000

/** Something that is waited for no longer than its time. */
interface Timed {
  /** How much of its time is left, in milliseconds; `now` is of a clock that does not go back. */
  readonly left: (now: number) => number
  /** Called once, when its time is up. */
  readonly onUp: () => void
}

/** Watches the time of many things by one timer, because a timer and a fiber for each cost more than what they watch. */
export interface DeadlineTimer {
  /** Begins to watch. Returns what ends the watch, which may be called after the time was up. */
  readonly add: (timed: Timed) => Effect.Effect<() => void>
}

/** Makes a watch. Its timer runs in a scope, while there is something to watch. */
export const makeDeadlineTimer = (scope: Scope.Scope): DeadlineTimer => {
  const watched = new Set<Timed>()
  const state: { timer: Fiber.Fiber<void> | null; nextLook: number } = { timer: null, nextLook: 0 }

  /** Looks at all of them, and returns how long to wait for the next look. */
  const look = (now: number): number => {
    let wait = lookEvery
    for (const timed of watched) {
      const left = timed.left(now)
      if (left > 0) wait = Math.min(wait, left)
      else {
        watched.delete(timed)
        timed.onUp()
      }
    }
    state.nextLook = now + wait
    return wait
  }

  const run = Effect.gen(function* () {
    while (watched.size > 0) yield* Effect.sleep(look(yield* steadyMillis))
    state.timer = null
  })

  return {
    add: Effect.fnUntraced(function* (timed) {
      watched.add(timed)
      const now = yield* steadyMillis
      if (state.timer === null || now + timed.left(now) < state.nextLook) {
        state.timer?.interruptUnsafe()
        state.timer = yield* Effect.forkIn(Effect.interruptible(run), scope, { startImmediately: true })
      }
      return () => void watched.delete(timed)
    })
  }
}
