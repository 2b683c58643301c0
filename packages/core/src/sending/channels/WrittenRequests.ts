import { Effect } from "effect"

/** How often the event loop goes round until a request is written that nothing holds up, and how long for, in milliseconds. */
const turns = 10
const turnTakes = 25

/** What the runtime had when this module was loaded: a test runner that fakes timers must not hold up a cancel. */
const { clearTimeout: forget, setTimeout: later } = globalThis

/**
 * Waits until requests are written that may still begin when the status of their broadcast changes: a send relies on its
 * mark for `reliesFor` and then makes a connection, which no channel can say anything about. A quarter of a second of
 * real time, because connections know no other, and in turns of the event loop, so that a busy process, which makes its
 * connections late, waits longer.
 */
export const requestsAreWritten = Effect.callback<void>((resume) => {
  let left = turns
  const turn = () => {
    if (left-- === 0) return resume(Effect.void)
    timer = later(turn, turnTakes)
  }
  let timer = later(turn, turnTakes)
  return Effect.sync(() => forget(timer))
})
