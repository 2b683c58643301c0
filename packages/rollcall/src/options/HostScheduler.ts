import { Layer, Scheduler } from "effect"

const { clearImmediate: cancel, setImmediate: defer } = globalThis

/**
 * Runs effects with the `setImmediate` of the runtime, as it was when this module was loaded. A test runner with fake timers
 * replaces it later. The replacement never runs by itself, so every call would wait forever. A runtime without `setImmediate`
 * gets the default scheduler of Effect.
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
