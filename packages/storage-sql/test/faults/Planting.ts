import { describe, expect, it } from "@effect/vitest"
import { Discrepancy } from "@rollcall/storage-conformance"
import { ConfigProvider, Effect, Layer, Result } from "effect"
import { Statement } from "effect/sql"
import type { Faults } from "./Fault.ts"
import { type Stored, type Suite, suites } from "./Suites.ts"

/** Where a suite draws its cases from many that differ, the rarest fault needs more of them; a run ends at the first. */
const enough: Partial<Record<Suite, number>> = { values: 2_000 }

/** As many cases as show a fault, and find a contact or two where they should. */
const cases = 60

/** A few seconds are enough on a machine with nothing else to do. */
const timeout = 120_000

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck. */
const fixed = (drawn: number) =>
  ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: drawn }))

/** Runs a suite on an adapter all of whose statements go through here on their way, those of its migrations too. */
const run = (suite: Suite, stored: Stored, drawn: number, transformer: Statement.Transformer) =>
  suites[suite](
    Layer.provideMerge(
      Layer.fresh(stored),
      Layer.merge(Layer.succeed(Statement.CurrentTransformer, transformer), fixed(drawn))
    )
  )

/** Tests that the published suites see each of the faults. That they pass without one is what `Conformance.test.ts` says. */
export const plantedFaults = (name: string, stored: Stored, faults: Faults): void =>
  void describe(`the published suites on ${name}`, () => {
    it.effect.each(Object.entries(faults))(
      "see %s",
      ([, { plant, refused = false, suite }]) =>
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
          const result = yield* Effect.result(run(suite, stored, enough[suite] ?? cases, transformer))
          expect(changed, "how many statements have the fault").toBeGreaterThan(0)
          const failure = Result.isFailure(result) ? result.failure : "nothing was seen"
          // It is what the store answers that is wrong: that a statement broke down would prove nothing.
          if (refused) expect(failure).toMatchObject({ _tag: "StorageError", reason: "Conflict" })
          else expect(failure).toBeInstanceOf(Discrepancy)
        }),
      timeout
    )
  })
