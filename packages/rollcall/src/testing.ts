import { InvalidInput, Rollcall as Library } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { type Context, Duration, Effect, Layer, Option, Predicate, Scope } from "effect"
import { TestClock } from "effect/testing"
import { memory } from "./memory.ts"
import type { ClockDefinition, RollcallOptions } from "./options/Options.ts"
import { RollcallError } from "./RollcallError.ts"
import { simulator } from "./simulator.ts"

/**
 * The runtime's `setImmediate`. A test runner with fake timers replaces the global, and the replacement never runs by
 * itself.
 */
const { setImmediate: defer } = globalThis

/** A clock controlled by a test. */
export interface VirtualClock extends ClockDefinition {
  /** Returns the current time of the clock. */
  readonly now: () => Date
  /**
   * Advances the clock, and returns when everything that is due by then is done, each task at its time. Timers of the
   * process run meanwhile.
   *
   * @param duration How far: `1 day`, or milliseconds.
   * @returns Nothing.
   * @throws {invalid_input} when the duration is negative, infinite or not a duration.
   */
  readonly advance: (duration: Duration.Input) => Promise<void>
}

/**
 * Makes a clock that stands still until a test advances it. Use it with `memory` and `simulator`, which take their time
 * from the clock. A database is refused, because it answers in real time.
 *
 * @param now The time at which it starts. Default: the time of the call.
 * @returns What `createRollcall` takes as `clock`, with `now` and `advance`.
 * @example
 * import { createRollcall } from "rollcall"
 * import { memory } from "rollcall/memory"
 * import { simulator } from "rollcall/simulator"
 * import { virtualClock } from "rollcall/testing"
 *
 * const clock = virtualClock(new Date("2026-03-01T08:00:00Z"))
 * const opened = await createRollcall({ storage: memory(), channel: simulator(), clock })
 * await clock.advance("1 hour")
 * console.log(clock.now().toISOString())
 * await opened.close()
 */
export const virtualClock = (now: Date = new Date()): VirtualClock => {
  const built = Layer.build(TestClock.layer({ warningDelay: "1 minute" }))
  const context: Context.Context<TestClock.TestClock> = Effect.runSync(
    Effect.provideService(built, Scope.Scope, Scope.makeUnsafe())
  )
  const run = <A>(use: (clock: TestClock.TestClock) => Effect.Effect<A>): Promise<A> =>
    Effect.runPromise(Effect.provideContext(TestClock.testClockWith(use), context))
  let instant = now.getTime()
  const started = run((clock) => clock.setTime(instant))
  return {
    // Set the clock before background work begins. Otherwise, the work would step through every year since 1970.
    layer: Layer.effectContext(
      Effect.as(
        Effect.promise(() => started),
        context
      )
    ),
    now: () => new Date(instant),
    advance: async (duration) => {
      const total = readDuration(duration)
      await started
      await untilOthersWait()
      // Process timers, such as the time limit of the test, run between two steps.
      const step = Math.max(shortestStep, total / mostSteps)
      for (let left = total; left > 0; left -= step) {
        instant = await run((clock) => Effect.andThen(clock.adjust(Math.min(left, step)), clock.currentTimeMillis))
        await nextTurn()
      }
      await untilOthersWait()
    }
  }
}

/**
 * Returns options for a test with virtual time: `memory`, `simulator`, the clock, and a rate that does not pace the
 * sends. A broadcast then costs the test no more than its messages.
 *
 * @param clock The result of `virtualClock`, which the test keeps to advance it.
 * @returns What `createRollcall` takes; the test may replace some of it.
 * @example
 * import { createRollcall } from "rollcall"
 * import { testPreset, virtualClock } from "rollcall/testing"
 *
 * const clock = virtualClock()
 * const opened = await createRollcall({ ...testPreset(clock), country: "DE" })
 * await opened.close()
 */
export const testPreset = (clock: VirtualClock): RollcallOptions => ({
  storage: memory(),
  channel: simulator(),
  clock,
  settings: { dispatch: { rate: Library.testSettings.rate } }
})

/** The step by which the clock advances: one hour, or longer to limit the number of steps. */
const shortestStep = 3_600_000
const mostSteps = 1_000

const nextTurn = (): Promise<void> => new Promise((resolve) => defer(resolve))

/** Runs due background work until all of it waits for the clock. */
const untilOthersWait = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await nextTurn()
}

const readDuration = (given: Duration.Input): number => {
  const millis = Option.match(Duration.fromInput(given), { onNone: () => NaN, onSome: Duration.toMillis })
  if (Number.isFinite(millis) && millis >= 0 && !Number.isNaN(given)) return millis
  const shown = Predicate.isString(given) || Predicate.isNumber(given) ? String(given) : "this"
  const message = `${shown} is not a duration that a clock can move on by: use "1 day", or milliseconds from 0`
  const refusal = new InvalidInput({ issues: [issue("value_error", ["duration"], message)] })
  throw new RollcallError("invalid_input", refusal.message, { issues: refusal.issues })
}
