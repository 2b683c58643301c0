import { describe, expect } from "@effect/vitest"
import type { Storage } from "@rollcall/core"
import { layer as memory } from "@rollcall/storage-memory"
import { ConfigProvider, Effect, Layer, Record } from "effect"
import {
  type Check,
  Discrepancy,
  pagingChecks,
  SearchCorpus,
  searchChecks,
  suites,
  withServices
} from "../../src/storage/index.ts"
import { MaxReads } from "../../src/storage/fixtures/EventFixture.ts"
import type { Services } from "../../src/storage/shared/Services.ts"
import { faults } from "./Faults.ts"
import { test } from "../../../core/test/Suite.ts"

/** The same cases in every run, as many as by default: the test is whether a suite finds a fault, not chance. */
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1 }))

/** The store in memory delays no event, so a fault that hides some need not be waited for. */
const impatient = Layer.succeed(MaxReads, 100)

type Run = (store: Layer.Layer<Storage>) => Effect.Effect<void, unknown>

const run = <R>(checks: ReadonlyArray<Check<R>>, prepared: Layer.Layer<R, unknown>) =>
  Effect.forEach(checks, (check) => check.run, { discard: true }).pipe(Effect.provide([prepared, fixed, impatient]))

const over: { readonly [suite: string]: Run } = {
  ...Record.map(
    suites,
    (checks): Run =>
      (store) =>
        run<Services | Storage>(checks, withServices(store))
  ),
  pages: (store) => run(pagingChecks, Layer.provideMerge(SearchCorpus.layer, store)),
  search: (store) => run<Storage | SearchCorpus>(searchChecks, Layer.provideMerge(SearchCorpus.layer, store))
}

describe("a store with one planted fault", () => {
  for (const [hazard, { port, seenBy }] of Object.entries(faults)) {
    test(`fails the suite: ${hazard}`, function* () {
      const failure = yield* Effect.flip((over[seenBy] ?? Effect.die)(Layer.provideMerge(port, memory)))
      // By what the store answered, and not because the fault broke down.
      expect(failure).toBeInstanceOf(Discrepancy)
    })
  }
})
