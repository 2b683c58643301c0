import { Effect, Queue } from "effect"
import { isatty } from "node:tty"

/**
 * How long after the first signal another signal is ignored, in milliseconds. npm repeats a signal that the terminal has
 * already sent.
 */
const sameSignal = 500

/** Calls `force` on a second SIGTERM or SIGINT, for operators who don't want to wait until all work is finished. */
export const onSecondSignal = (force: () => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let first: number | null = null
      const listener = () => {
        const now = performance.now()
        first ??= now
        if (now - first > sameSignal) force()
      }
      process.on("SIGTERM", listener).on("SIGINT", listener)
      return listener
    }),
    (listener) => Effect.sync(() => process.off("SIGTERM", listener).off("SIGINT", listener))
  )

/**
 * Requests for a rolling restart: one for each SIGHUP, with at most one waiting. A closing terminal sends SIGHUP too, so a
 * server on a terminal exits instead, as on SIGTERM.
 */
export const restartRequests = Effect.gen(function* () {
  const requests = yield* Queue.sliding<void>(1)
  const terminal = isatty(2)
  const listener = () => void (terminal ? process.emit("SIGTERM") : Queue.offerUnsafe(requests, undefined))
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", listener)),
    () => Effect.sync(() => process.off("SIGHUP", listener))
  )
  return requests
})
