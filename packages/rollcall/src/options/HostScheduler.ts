import { Layer, Scheduler } from "effect"

const { clearImmediate: cancel, setImmediate: defer } = globalThis

/**
 * Runs effects with the runtime's `setImmediate` as it was when this module loaded. A test runner with fake timers
 * replaces the global, and calls would then never finish. A runtime without `setImmediate` gets Effect's default
 * scheduler.
 */
export const hostScheduler: Layer.Layer<never> =
  typeof defer === "function"
    ? Layer.succeed(
        Scheduler.Scheduler,
        new Scheduler.MixedScheduler("async", (task) => {
          const timer = defer(task)
          return () => cancel(timer)
        })
      )
    : Layer.empty
