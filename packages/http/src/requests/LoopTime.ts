import type { Pace } from "@rollcall/core/operations"
import { Effect, type Fiber, Scheduler } from "effect"

/** The time that requests may use per turn, in milliseconds. */
const turnTime = 5

/**
 * How many rounds of the event loop follow a turn before the next turn. Each round accepts one connection. Without
 * these rounds the last connection of a burst would wait for as many turns as there are connections, and the system
 * would drop connections.
 */
const roundsBetween = 16

/** The longest time between turns, in milliseconds. */
const longestBetween = 20

/** The number of fiber steps between checks of the remaining time. */
const stepsBetween = 64

/** The time of the event loop, which requests take in turns. */
export interface LoopTime extends Pace {
  /** The pace of short requests. Each turn begins with them. */
  readonly short: Pace

  /** Waits until there is time for a part of a request's work, which should be a few milliseconds. */
  readonly turn: Effect.Effect<void>

  /** Resumes a fiber that yielded, or whose statement ended, when there is time. */
  readonly scheduler: Scheduler.Scheduler
}

/**
 * Shares the time of the event loop between requests. Otherwise each of many requests would do a part of its work in
 * every round of the loop, and another request, such as a load balancer's, would wait for all these parts. `now` is a
 * steady clock, in milliseconds.
 */
export const makeLoopTime = (now: () => number): LoopTime => {
  const waiting = { short: new Set<() => void>(), long: new Set<() => void>() }
  /** When the work of the current turn began; undefined before that. */
  let begun: number | undefined
  /** The step count of the last checked fiber. */
  let checkedAt = 0
  /** Whether the running work has waited for this turn. */
  let isInTurn = false

  const isAwaited = () => waiting.short.size + waiting.long.size > 0

  const hasTime = () => {
    if (begun === undefined) {
      begun = now()
      setTimeout(nextTurn)
    }
    return now() - begun < turnTime
  }

  const nextTurn = (rounds = isAwaited() ? roundsBetween : 0, until = now() + longestBetween) => {
    if (rounds > 0 && now() < until) return void setImmediate(nextTurn, rounds - 1, until)
    begun = undefined
    // The time of the first work counts, too.
    if (isAwaited()) hasTime()
    run(waiting.short)
    run(waiting.long)
  }

  /** Runs waiting work while there is time, at least one piece. */
  const run = (queue: Set<() => void>) => {
    for (const go of queue) {
      queue.delete(go)
      isInTurn = true
      go()
      isInTurn = false
      if (!hasTime()) return
    }
  }

  const paceOf = (queue: Set<() => void>): Pace => ({
    hasTime,
    whenTime: (go) => {
      queue.add(go)
      // Begins a turn if none has begun: the work goes on after its end.
      hasTime()
    }
  })

  const long = paceOf(waiting.long)

  /** Calls a function in the next round of the event loop, or later if there is no time. */
  const nextRound = (go: () => void) => {
    const immediate = setImmediate(() => {
      long.whenTime(go)
      if (hasTime()) run(waiting.long)
    })
    return () => {
      clearImmediate(immediate)
      waiting.long.delete(go)
    }
  }

  return {
    ...long,
    short: paceOf(waiting.short),
    turn: Effect.callback<void>((resume) => {
      const go = () => resume(Effect.void)
      if (!isAwaited() && hasTime()) return go()
      long.whenTime(go)
      return Effect.sync(() => waiting.long.delete(go))
    }),
    scheduler: new (class extends Scheduler.MixedScheduler {
      override shouldYield(fiber: Fiber.Fiber<unknown, unknown>) {
        if (super.shouldYield(fiber)) return true
        const steps = fiber.currentOpCount
        const isResumed = steps === 1
        // The count may jump over a multiple, and other fibers run in between.
        if (!isResumed && steps >= checkedAt && steps < checkedAt + stepsBetween) return false
        checkedAt = isResumed ? 0 : steps
        return !(isResumed && isInTurn) && !hasTime()
      }
    })("async", nextRound)
  }
}
