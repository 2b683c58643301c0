import { Effect, Queue } from "effect"
import { isatty } from "node:tty"

/** How many milliseconds after the first signal the next one counts. npm passes on what a terminal has sent already. */
const sameSignal = 500

/** Calls `force` for a second SIGTERM or SIGINT, for who does not want to wait until all is finished. */
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
 * The requests for a rolling restart: one for each SIGHUP, and at most one that waits. A terminal that closes sends it too:
 * a server on a terminal ends, as on SIGTERM.
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
