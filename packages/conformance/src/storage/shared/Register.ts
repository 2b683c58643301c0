import { layer as sharing, type Vitest } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { afterAll } from "vitest"
import type { Check } from "./Check.ts"
import { sayHowMany, Tally } from "./Tally.ts"

/** The timeout in milliseconds, for runs with thousands of generated cases. */
const timeout = 3_600_000

/** Tests that share a store, and perhaps services over the store. */
type Tests<R> = Vitest.MethodsNonLive<R>

/**
 * Registers suites that share a store. The layer is built once for all suites, with Effect's test clock. No other code
 * may write to the store.
 */
export const registerStore = <R, E>(title: string, layer: Layer.Layer<R, E>, suites: (it: Tests<R>) => void): void =>
  sharing(layer, { timeout })(title, suites)

/** Registers checks as tests of one suite, over a shared store and an additional layer. */
export const registerOver = <R, R2, E>(
  it: Tests<R>,
  title: string,
  layer: Layer.Layer<R2, E, NoInfer<R>>,
  checks: ReadonlyArray<Check<NoInfer<R | R2>>>
): void => it.layer(layer, { timeout })(title, (it) => registerChecks(it, title, checks))

/** Like `registerOver`, with a separate store. */
export const register = <R, E>(
  title: string,
  layer: Layer.Layer<R, E>,
  checks: ReadonlyArray<Check<NoInfer<R>>>
): void => registerStore(title, layer, (it) => registerChecks(it, title, checks))

/** Prints at the end how many generated cases ran, if the environment sets a number of cases. */
const registerChecks = <R>(it: Tests<R>, title: string, checks: ReadonlyArray<Check<R>>) => {
  const tally = { cases: 0 }
  afterAll(() => Effect.runPromise(sayHowMany(title, tally)))
  for (const { run, title } of checks) it.effect(title, () => Effect.provideService(run, Tally, tally), timeout)
}
