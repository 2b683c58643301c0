import { Effect, type Fiber, type Scope } from "effect"
import { steadyMillis } from "../../shared/Instant.ts"

/** How often each deadline is checked, in milliseconds. Deadlines are checked repeatedly because `left` may change. */
const checkEvery = 1_000

interface Timed {
  /** Returns the milliseconds left; 0 or less once the deadline has passed. `now` is the steady clock in milliseconds. */
  readonly left: (now: number) => number
  /** Called once, when the deadline has passed. */
  readonly onUp: () => void
}

/** A timer shared by many deadlines. A timer and a fiber per deadline would cost more than the limited work. */
export interface DeadlineTimer {
  /** Adds a deadline. Returns a function that removes the deadline, or does nothing once the deadline has passed. */
  readonly add: (timed: Timed) => Effect.Effect<() => void>
}

/** Makes a deadline timer. Its fiber runs in `scope` while there are deadlines. */
export const makeDeadlineTimer = (scope: Scope.Scope): DeadlineTimer => {
  const deadlines = new Set<Timed>()
  const state: { timer: Fiber.Fiber<void> | null; nextCheck: number } = { timer: null, nextCheck: 0 }

  /** Calls `onUp` for every deadline that has passed. Returns the milliseconds until the next check. */
  const check = (now: number): number => {
    let wait = checkEvery
    for (const timed of deadlines) {
      const left = timed.left(now)
      if (left > 0) wait = Math.min(wait, left)
      else {
        deadlines.delete(timed)
        timed.onUp()
      }
    }
    state.nextCheck = now + wait
    return wait
  }

  const run = Effect.gen(function* () {
    while (deadlines.size > 0) yield* Effect.sleep(check(yield* steadyMillis))
    state.timer = null
  })

  return {
    add: (timed) =>
      Effect.flatMap(steadyMillis, (now) => {
        deadlines.add(timed)
        const remove = () => void deadlines.delete(timed)
        if (state.timer !== null && now + timed.left(now) >= state.nextCheck) return Effect.succeed(remove)
        state.timer?.interruptUnsafe()
        return Effect.map(Effect.forkIn(Effect.interruptible(run), scope, { startImmediately: true }), (timer) => {
          state.timer = timer
          return remove
        })
      })
  }
}
