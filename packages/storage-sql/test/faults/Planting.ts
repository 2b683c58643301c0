import { describe, expect, it } from "@effect/vitest"
import { Discrepancy } from "@rollcall/storage-conformance"
import { ConfigProvider, Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import type { Faults } from "./Fault.ts"
import { type Stored, type Suite, suites } from "./Suites.ts"

/** Where a suite draws its cases from many that differ, the rarest fault needs more of them; a run ends at the first. */
const enough: Partial<Record<Suite, number>> = { values: 2_000 }

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck. */
const fixed = (cases: number) =>
  ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: cases }))

/** Runs a suite on an adapter all of whose statements go through here on their way, those of its migrations too. */
const run = (suite: Suite, stored: Stored, cases: number, transformer: Statement.Transformer) =>
  suites[suite](
    Layer.provideMerge(
      Layer.fresh(stored),
      Layer.merge(Layer.succeed(Statement.CurrentTransformer, transformer), fixed(cases))
    )
  )

/** Tests that the published suites pass on an adapter as it is, and see each of the faults when it has that one. */
export const plantedFaults = (name: string, stored: Stored, faults: Faults): void =>
  void describe(`the published suites on ${name}`, () => {
    const used = new Set(Object.values(faults).map(({ suite }) => suite))
    it.effect.each([...used])("pass without a fault: %s", (suite) =>
      run(suite, stored, 60, (statement) => Effect.succeed(statement))
    )

    it.effect.each(Object.entries(faults))("see %s", ([, { plant, refused = false, suite }]) =>
      Effect.gen(function* () {
        let changed = 0
        const transformer: Statement.Transformer = (statement, sql) =>
          Effect.sync(() => {
            const compiled = statement.compile()
            const [text, parameters] = plant(compiled)
            if (text === compiled[0] && parameters === compiled[1]) return statement
            changed++
            return sql.unsafe(text, parameters)
          })
        const failure = yield* Effect.flip(run(suite, stored, enough[suite] ?? 100, transformer))
        expect(changed).toBeGreaterThan(0)
        // It is what the store answers that is wrong: that a statement broke down would prove nothing.
        if (refused) expect(failure).toMatchObject({ _tag: "StorageError", reason: "Conflict" })
        else expect(failure).toBeInstanceOf(Discrepancy)
      })
    )
  })
