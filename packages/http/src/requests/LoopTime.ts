import type { Pace } from "@rollcall/core/operations"
import { Effect } from "effect"

/** How long the work of requests may last together before others have their turn, in milliseconds. */
const turnTime = 10

/**
 * How often the event loop goes round before the next turn of those that wait. It accepts one connection each time: in a burst of
 * new ones, the last would wait for as many turns as there are connections, and those that the system cannot hold for seconds.
 */
const roundsBetween = 16

/** The time of the event loop, which parts of the work of requests take one after the other. */
export interface LoopTime extends Pace {
  /** Waits until there is time for a part of a request's work, which should be a few milliseconds. */
  readonly turn: Effect.Effect<void>
}

/**
 * Makes a count of the time that requests take of the event loop. Many requests that arrive together would otherwise begin in
 * one turn of the event loop, and a later one, such as that of a load balancer, would wait for all of them. `now` is a steady clock,
 * in milliseconds.
 */
export const makeLoopTime = (now: () => number): LoopTime => {
  const waiting = new Set<() => void>()
  /** When the first work of the current turn began; undefined before there is any. */
  let begun: number | undefined

  const hasTime = () => {
    if (begun === undefined) {
      begun = now()
      setTimeout(nextTurn)
    }
    return now() - begun < turnTime
  }

  const nextTurn = (rounds = waiting.size === 0 ? 0 : roundsBetween) => {
    if (rounds > 0) return void setImmediate(nextTurn, rounds - 1)
    begun = undefined
    for (const go of waiting) {
      if (!hasTime()) return
      waiting.delete(go)
      go()
    }
  }

  const whenTime = (go: () => void) => {
    waiting.add(go)
    // A turn that is not begun has no end, after which it would go on.
    hasTime()
  }

  return {
    hasTime,
    whenTime,
    turn: Effect.callback<void>((resume) => {
      const go = () => resume(Effect.void)
      if (waiting.size === 0 && hasTime()) return go()
      whenTime(go)
      return Effect.sync(() => waiting.delete(go))
    })
  }
}
