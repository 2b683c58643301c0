import { layer as sharing } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { afterAll } from "vitest"
import type { Check } from "./Check.ts"
import { sayHowMany, Tally } from "./Tally.ts"

/** Long enough for a run with many thousand generated cases. */
const timeout = 3_600_000

/**
 * Registers checks as tests of one suite. The layer is built once for all of them, with Effect's test clock; nothing
 * else may write to its store. Prints at the end how many generated cases ran, if the environment sets a number of
 * cases.
 */
export const register = <R, E>(
  title: string,
  layer: Layer.Layer<R, E>,
  checks: ReadonlyArray<Check<NoInfer<R>>>
): void =>
  sharing(layer, { timeout })(title, (it) => {
    const tally = { cases: 0 }
    afterAll(() => Effect.runPromise(sayHowMany(title, tally)))
    for (const { run, title } of checks) it.effect(title, () => Effect.provideService(run, Tally, tally), timeout)
  })
