import { describe, expect, it } from "@effect/vitest"
import { type AccessTokenStore, type ContactStore, type CustomFieldStore, WorkspaceUuid } from "@rollcall/core"
import { ConfigProvider, Effect, Layer } from "effect"
import { type Check, Discrepancy } from "../src/kernel/Check.ts"
import { generatedChecks } from "../src/search/GeneratedChecks.ts"
import { hostileChecks } from "../src/search/HostileChecks.ts"
import { lawChecks } from "../src/search/LawChecks.ts"
import { pagingChecks } from "../src/search/PagingSuite.ts"
import { drawCorpus, SearchCorpus, writeCorpus } from "../src/search/SearchCorpus.ts"
import { valueHostileChecks } from "../src/search/ValueHostileChecks.ts"
import { faults } from "./Faults.ts"
import { faultySearch, type Parts } from "./FaultySearch.ts"
import { valueFaults } from "./ValueFaults.ts"

type Stores = ContactStore | CustomFieldStore | AccessTokenStore

const overCorpus: ReadonlyArray<Check<Stores | SearchCorpus>> = [...hostileChecks, ...lawChecks, ...pagingChecks]

const searches = [...generatedChecks, ...valueHostileChecks]

/** The same cases in every run: what is tested here is whether the suite sees a fault, not luck. */
const seed = 1
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: seed, ROLLCALL_PLANS: 300 }))

/** Drawn once, and written to the store of each fault. */
const drawn = drawCorpus(
  WorkspaceUuid.make("00000000-0000-4000-8000-000000000001"),
  WorkspaceUuid.make("00000000-0000-4000-8000-000000000002"),
  seed
)
const corpus = Layer.effect(SearchCorpus, writeCorpus(drawn))

const all = <R>(checks: ReadonlyArray<Check<R>>) => Effect.forEach(checks, (check) => check.run, { discard: true })

const overTheCorpus = (checks: ReadonlyArray<Check<Stores | SearchCorpus>>, fault: Partial<Parts>) =>
  all(checks).pipe(Effect.provide(Layer.provideMerge(corpus, faultySearch(fault)).pipe(Layer.provideMerge(fixed))))

/** The checks fail, and by what the store answered: not because they, or the fault, broke down. */
const isSeen = Effect.fnUntraced(function* (checks: Effect.Effect<void, unknown>) {
  const failure = yield* Effect.flip(checks)
  expect(failure).toBeInstanceOf(Discrepancy)
  expect(String(failure)).toMatch(/expected|A page/)
})

describe("the suites of search", () => {
  it.effect("pass on the definition itself", () => overTheCorpus([...overCorpus, ...searches], {}))

  for (const [name, fault] of Object.entries(faults)) {
    it.effect(`see ${name} by generated searches`, () => isSeen(overTheCorpus(generatedChecks, fault)))
  }

  for (const [name, fault] of Object.entries(valueFaults)) {
    it.effect(`see ${name} by generated and hostile searches`, () => isSeen(overTheCorpus(searches, fault)))
  }
})
