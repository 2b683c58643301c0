import type { Pace } from "@rollcall/core/operations"
import { Effect, type Fiber, Scheduler } from "effect"

/** How long requests may run per turn, in milliseconds. */
const turnTime = 5

/**
 * The number of event loop rounds between two turns. Each round accepts one connection. Without these rounds, the last
 * connection of a burst would wait one turn for each connection before it, and the system would drop connections.
 */
const roundsBetween = 16

/** The longest time between turns, in milliseconds. */
const longestBetween = 20

/** The number of fiber steps between checks of the remaining time. */
const stepsBetween = 64

/** The time of the event loop, shared by requests in turns. */
export interface LoopTime extends Pace {
  /** The pace of short requests, which run first in each turn. */
  readonly short: Pace

  /** Waits until there is time for a part of a request's work. A part should take a few milliseconds. */
  readonly turn: Effect.Effect<void>

  /** Resumes a fiber that yielded, or that waited for a statement, when there is time. */
  readonly scheduler: Scheduler.Scheduler
}

/**
 * Shares the time of the event loop between requests. Without it, each of many requests would do part of its work in every
 * round of the loop, and another request, such as a health check, would wait for all of them. `now` is a monotonic clock,
 * in milliseconds.
 */
export const makeLoopTime = (now: () => number): LoopTime => {
  const waiting = { short: new Set<() => void>(), long: new Set<() => void>() }
  /** When the work of the current turn began; undefined between turns. */
  let begun: number | undefined
  /** The step count of the fiber at the last check. */
  let checkedAt = 0
  /** Whether the running work was queued for this turn. */
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
    // Starts the clock before the first work runs.
    if (isAwaited()) hasTime()
    run(waiting.short)
    run(waiting.long)
  }

  /** Runs queued work while there is time, but at least one item. */
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
      // Begins a turn if none has begun. The queued work runs after that turn.
      hasTime()
    }
  })

  const long = paceOf(waiting.long)

  /** Calls a function in the next round of the event loop, or later if there is no time then. */
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
        // The count may skip a multiple, and other fibers run in between.
        if (!isResumed && steps >= checkedAt && steps < checkedAt + stepsBetween) return false
        checkedAt = isResumed ? 0 : steps
        return !(isResumed && isInTurn) && !hasTime()
      }
    })("async", nextRound)
  }
}
