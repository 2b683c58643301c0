import { Layer, Scheduler } from "effect"

const { clearImmediate: cancel, setImmediate: defer } = globalThis

/**
 * Runs effects by the `setImmediate` that the runtime had when this module was loaded. A test runner that fakes timers
 * replaces it later by one that never runs by itself, and every call would wait for ever. A runtime without one has the
 * scheduler of Effect.
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
