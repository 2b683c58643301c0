import { InvalidInput, Rollcall as Library } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { type Context, Duration, Effect, Layer, Option, Predicate, Scope } from "effect"
import { TestClock } from "effect/testing"
import { memory } from "./memory.ts"
import type { ClockDefinition, RollcallOptions } from "./options/Options.ts"
import { RollcallError } from "./RollcallError.ts"
import { simulator } from "./simulator.ts"

/** That of the runtime: a test runner that fakes timers replaces the global one by one that never runs by itself. */
const { setImmediate: defer } = globalThis

/** A clock that a test sets. */
export interface VirtualClock extends ClockDefinition {
  /** The instant by the clock. */
  readonly now: () => Date
  /**
   * Moves the clock on, and returns when everything that came due is done, each thing at its time. Timers of the process run
   * meanwhile.
   *
   * @param duration How far: `1 day`, or milliseconds.
   * @returns Nothing.
   * @throws {invalid_input} when the duration is negative, infinite or not a duration.
   */
  readonly advance: (duration: Duration.Input) => Promise<void>
}

/**
 * Makes a clock that stands still until a test moves it on. It works with `memory` and `simulator`, whose time is the
 * clock's; a database is refused, because it answers in real time.
 *
 * @param now The instant at which it stands. Default: that of the call.
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
    // Background work that began before the clock is set would live through all the years since 1970.
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
      // The timers of the process, such as the time limit of the test, run between two steps.
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
 * Returns the options of a test with virtual time: `memory`, `simulator`, the clock, and a rate that does not pace the
 * sends, so that a broadcast costs the test no more than its messages.
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

/** The steps in which the clock moves on: of an hour, or longer where these would be too many. */
const shortestStep = 3_600_000
const mostSteps = 1_000

const nextTurn = (): Promise<void> => new Promise((resolve) => defer(resolve))

/** Lets background work that is due already run, until it waits for the clock. */
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
