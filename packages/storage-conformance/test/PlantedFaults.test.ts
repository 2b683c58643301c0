import { describe, expect, it } from "@effect/vitest"
import type { AccessTokenStore, ContactStore, CustomFieldStore } from "@rollcall/core"
import { ConfigProvider, Effect, Layer } from "effect"
import { type Check, Discrepancy } from "../src/kernel/Check.ts"
import { exampleChecks } from "../src/search/ExampleChecks.ts"
import { generatedChecks } from "../src/search/GeneratedChecks.ts"
import { hostileChecks } from "../src/search/HostileChecks.ts"
import { lawChecks } from "../src/search/LawChecks.ts"
import { pagingChecks } from "../src/search/PagingSuite.ts"
import { SearchCorpus } from "../src/search/SearchCorpus.ts"
import { faults } from "./Faults.ts"
import { oracleStore, type Parts } from "./OracleStore.ts"

type Needs = ContactStore | CustomFieldStore | AccessTokenStore | SearchCorpus

const writtenByHand: ReadonlyArray<Check<Needs>> = [...exampleChecks, ...pagingChecks, ...lawChecks, ...hostileChecks]

/** The same cases in every run: what is tested here is whether the suite sees a fault, not luck. */
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 300 }))

const run = (checks: ReadonlyArray<Check<Needs>>, fault: Partial<Parts>) =>
  Effect.forEach(checks, (check) => check.run, { discard: true }).pipe(
    Effect.provide(Layer.provideMerge(SearchCorpus.layer, oracleStore(fault)).pipe(Layer.provideMerge(fixed)))
  )

/** The checks fail, and by what the store answered: not because they, or the fault, broke down. */
const isSeen = Effect.fnUntraced(function* (checks: Effect.Effect<void, unknown>) {
  const failure = yield* Effect.flip(checks)
  expect(failure).toBeInstanceOf(Discrepancy)
  expect(String(failure)).toMatch(/expected|A page/)
})

describe("the suites of search", () => {
  it.effect("pass on the definition itself", () => run([...writtenByHand, ...generatedChecks], {}))

  for (const [name, fault] of Object.entries(faults)) {
    it.effect(`see ${name} by generated searches`, () => isSeen(run(generatedChecks, fault)))
  }

  // No request of the wire brings this one out.
  const { "true of any of none": _, ...others } = faults
  for (const [name, fault] of Object.entries(others)) {
    it.effect(`see ${name} by what is written by hand`, () => isSeen(run(writtenByHand, fault)))
  }
})
