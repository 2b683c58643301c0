import { Effect } from "effect"
import { Worker } from "node:worker_threads"

/** A thread for a connection of its own. It keeps no process alive by itself. */
export interface Thread {
  readonly post: (order: unknown) => void
  /** Says whether somebody waits for an answer: that keeps the process alive. */
  readonly setAwaited: (isAwaited: boolean) => void
  /** Ends it when it has done what it was told to. */
  readonly close: Effect.Effect<void>
  /** Ends it at once, with whatever it was doing. */
  readonly kill: Effect.Effect<void>
}

/**
 * Starts a thread that does `work`, and gives its answers to `onAnswer`. `work` is handed over as its
 * source, so it knows nothing from outside of it; an order `"close"` has to end it. Throws where the process may have no
 * threads.
 */
export const startThread = (options: {
  readonly work: () => void
  /** What it is told at its beginning: its `workerData`. */
  readonly opening: unknown
  readonly onAnswer: (answer: unknown) => void
  /** It is over, for a reason of its own or because it was told to. */
  readonly onEnd: (cause: unknown) => void
}): Thread => {
  const worker = new Worker(`(${options.work.toString()})()`, {
    eval: true,
    execArgv: [],
    workerData: options.opening
  })
  let isOver = false
  let isClosing = false
  const end = (cause: unknown) => {
    if (isOver) return
    isOver = true
    options.onEnd(cause)
  }
  worker.on("message", options.onAnswer)
  worker.on("error", end)
  worker.on("exit", (code) => end(new Error(`the thread ended with ${code}`)))
  worker.unref()
  return {
    post: (order) => worker.postMessage(order, []),
    setAwaited: (isAwaited) => {
      if (isAwaited) worker.ref()
      else if (!isClosing) worker.unref()
    },
    close: Effect.callback((resume) => {
      if (isOver) return resume(Effect.void)
      worker.once("exit", () => resume(Effect.void))
      isClosing = true
      worker.ref()
      worker.postMessage("close", [])
    }),
    kill: Effect.promise(() => worker.terminate())
  }
}
