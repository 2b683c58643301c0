import { layer as sharing } from "@effect/vitest"
import type { Layer } from "effect"
import type { Check } from "./Check.ts"

/** Long enough for a run with many thousand generated cases. */
const timeout = 3_600_000

/**
 * Registers checks as tests of one suite. The layer is built once for all of them, with Effect's test clock, and nobody
 * else may write to the store that it gives.
 */
export const register = <R, E>(
  title: string,
  layer: Layer.Layer<R, E>,
  checks: ReadonlyArray<Check<NoInfer<R>>>
): void =>
  sharing(layer, { timeout })(title, (it) => {
    for (const { run, title } of checks) it.effect(title, () => run, timeout)
  })
