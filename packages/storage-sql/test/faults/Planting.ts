import { describe, expect, layer } from "@effect/vitest"
import { Discrepancy, MaxShrinks, SearchCorpus } from "@rollcall/storage-conformance"
import { ConfigProvider, Effect, Layer, Result } from "effect"
import { Statement } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Fault, Faults } from "./Fault.ts"
import { isAbout, isChanged, PreparedStores, type Stores } from "./Stores.ts"
import { type Suite, suitesOverCorpus, suitesOverNothing } from "./Suites.ts"

/** Where a suite draws its cases from many that differ, the rarest fault needs more of them; a run ends at the first. */
const enough: Partial<Record<Suite, number>> = { values: 2_000 }

/** As many cases as show a fault, and find a contact or two where they should. */
const cases = 60

/** A few seconds are enough on a machine with nothing else to do. */
const timeout = 120_000

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck, nor how small a case. */
const fixed = (drawn: number) =>
  Layer.merge(
    ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: drawn })),
    Layer.succeed(MaxShrinks, 0)
  )

/**
 * Runs the fault's suite on an adapter all of whose statements go through here on their way. A fault in a statement by
 * which the prepared stores were made, be it of a migration, has its store made anew.
 */
const run = Effect.fnUntraced(function* (stores: Stores, fault: Fault, transformer: Statement.Transformer) {
  const { suite } = fault
  const prepared = yield* PreparedStores
  const planted = <R>(stored: Layer.Layer<R, unknown>) =>
    Layer.provideMerge(
      Layer.fresh(stored),
      Layer.merge(Layer.succeed(Statement.CurrentTransformer, transformer), fixed(enough[suite] ?? cases))
    )
  if (isOverCorpus(suite)) {
    const { statements, store } = prepared.withCorpus
    const searched = isAbout(fault, statements) ? Layer.provideMerge(SearchCorpus.layer, stores.empty) : store
    return yield* suitesOverCorpus[suite](planted(searched))
  }
  const { statements, store } = prepared.empty
  yield* suitesOverNothing[suite](planted(isAbout(fault, statements) ? stores.empty : store))
})

const isOverCorpus = (suite: Suite): suite is keyof typeof suitesOverCorpus => Object.hasOwn(suitesOverCorpus, suite)

/** Tests that the published suites see each of the faults. That they pass without one is what `Conformance.test.ts` says. */
export const plantedFaults = (name: string, stores: Stores, faults: Faults): void =>
  void describe(`the published suites on ${name}`, () => {
    layer(Layer.provide(PreparedStores.layer(stores), fixed(cases)), { excludeTestServices: true })((it) => {
      it.effect.each(Object.entries(faults))(
        "see %s",
        ([, fault]) =>
          Effect.gen(function* () {
            let changed = 0
            const transformer: Statement.Transformer = (statement, sql) =>
              Effect.sync(() => {
                const compiled = statement.compile()
                const planted = fault.plant(compiled)
                if (!isChanged(compiled, planted)) return statement
                changed++
                return sql.unsafe(...planted)
              })
            const result = yield* Effect.result(run(stores, fault, transformer))
            const failure = Result.isFailure(result) ? result.failure : "nothing was seen"
            // It is what the store answers that is wrong: that a statement broke down would prove nothing.
            if (fault.refused === true) expect(failure).toMatchObject({ _tag: "StorageError", reason: "Conflict" })
            else expect(failure).toBeInstanceOf(Discrepancy)
            expect(changed, "how many statements have the fault").toBeGreaterThan(0)
          }).pipe(Effect.provide(TestClock.layer())),
        timeout
      )
    })
  })
