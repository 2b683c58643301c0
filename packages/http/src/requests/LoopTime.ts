import type { Pace } from "@rollcall/core/operations"
import { Effect, type Fiber, Scheduler } from "effect"

/** How long the work of requests may last together before others have their turn, in milliseconds. */
const turnTime = 5

/**
 * How often the event loop goes round before the next turn of those that wait. It accepts one connection each time: in a burst of
 * new ones, the last would wait for as many turns as there are connections, and those that the system cannot hold for seconds.
 */
const roundsBetween = 16

/** How long the rounds before the next turn last at most, in milliseconds: other work may take much of each. */
const longestBetween = 20

/** How many steps a fiber takes before it looks whether there is time left. */
const stepsBetween = 64

/** The time of the event loop, which requests take one after the other. */
export interface LoopTime extends Pace {
  /** The pace of requests that take little time: each turn begins with them. */
  readonly short: Pace

  /** Waits until there is time for a part of a request's work, which should be a few milliseconds. */
  readonly turn: Effect.Effect<void>

  /** Goes on with a fiber that has yielded when there is time. */
  readonly scheduler: Scheduler.Scheduler
}

/**
 * Makes a count of the time that requests take of the event loop. Many requests at a time would otherwise do a part of their work
 * each time the loop goes round, and another one, such as that of a load balancer, would wait for all these parts. `now` is a
 * steady clock, in milliseconds.
 */
export const makeLoopTime = (now: () => number): LoopTime => {
  const waiting = { short: new Set<() => void>(), long: new Set<() => void>() }
  /** When the first work of the current turn began; undefined before there is any. */
  let begun: number | undefined
  /** Whether what runs has waited for this turn. */
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
    // The turn begins with what waits, and not with what asks during it whether there is time.
    if (isAwaited()) hasTime()
    run(waiting.short)
    run(waiting.long)
  }

  /** Runs what waits, one at least, while there is time. */
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
      // A turn that is not begun has no end, after which it would go on.
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
        const steps = fiber.currentOpCount
        if (steps === 1) return !isInTurn && !hasTime()
        return steps % stepsBetween === 0 && (steps >= fiber.cache.maxOpsBeforeYield || !hasTime())
      }
    })("async", nextRound)
  }
}
