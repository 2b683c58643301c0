import { Effect } from "effect"

/** How long the work of requests with a body may last together before others have their turn, in milliseconds. */
const turnTime = 10

/**
 * Makes an effect that waits until there is time for the work of a request. Many that arrive together would otherwise be
 * worked on in one turn of the event loop, and a request without a body, such as of a load balancer, would wait for
 * all of them. It waits in real time, because the event loop does.
 */
export const shareEventLoop = (): Effect.Effect<void> => {
  const waiting = new Set<() => void>()
  /** When the first work of the current turn began; undefined before there is any. */
  let begun: number | undefined

  const hasTime = () => {
    if (begun === undefined) {
      begun = performance.now()
      setTimeout(nextTurn)
    }
    return performance.now() - begun < turnTime
  }

  const nextTurn = () => {
    begun = undefined
    for (const go of waiting) {
      if (!hasTime()) return
      waiting.delete(go)
      go()
    }
  }

  return Effect.callback<void>((resume) => {
    const go = () => resume(Effect.void)
    if (waiting.size === 0 && hasTime()) return go()
    waiting.add(go)
    return Effect.sync(() => waiting.delete(go))
  })
}
