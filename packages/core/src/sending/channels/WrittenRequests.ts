import { Effect } from "effect"

/** The number of event loop turns that `requestsAreWritten` waits, and the length of a turn in milliseconds. */
const turns = 10
const turnTakes = 25

/** The timers as of module load, so that a test runner with fake timers doesn't block a cancel. */
const { clearTimeout: forget, setTimeout: later } = globalThis

/**
 * Waits until every request that may still begin has been written, after the status of its broadcast changed. A send relies
 * on its mark for `reliesFor`, then opens a connection, which channels can't observe. The wait takes 250 ms of real time in
 * turns of the event loop, so that it takes longer in a busy process.
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
