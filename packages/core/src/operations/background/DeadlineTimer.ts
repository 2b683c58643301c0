import { Effect, type Fiber, type Scope } from "effect"
import { steadyMillis } from "../../shared/Instant.ts"

/** How often each deadline is checked, in milliseconds: `left` may grow or shrink without a notice. */
const checkEvery = 1_000

/** A deadline. */
interface Timed {
  /** Returns the milliseconds that are left: 0 or less once it has passed. `now` is the steady clock in milliseconds. */
  readonly left: (now: number) => number
  /** Called once, when the deadline has passed. */
  readonly onUp: () => void
}

/** One timer for many deadlines: a timer and a fiber for each cost more than the work that they limit. */
export interface DeadlineTimer {
  /** Adds a deadline. Returns the function that removes it; it does nothing once the deadline has passed. */
  readonly add: (timed: Timed) => Effect.Effect<() => void>
}

/** Makes a timer. Its fiber runs in `scope` while there is a deadline. */
export const makeDeadlineTimer = (scope: Scope.Scope): DeadlineTimer => {
  const deadlines = new Set<Timed>()
  const state: { timer: Fiber.Fiber<void> | null; nextCheck: number } = { timer: null, nextCheck: 0 }

  /** Calls `onUp` of every deadline that has passed. Returns the milliseconds until the next check. */
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
