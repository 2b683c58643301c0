import { describe, expect, it } from "@effect/vitest"
import { BroadcastStore, type Storage } from "@rollcall/core"
import { broadcastStoreChecks, Discrepancy, idempotencyChecks, ledgerChecks } from "@rollcall/storage-conformance"
import { layer } from "@rollcall/storage-memory"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import type { Fault } from "./faults/Fault.ts"
import { ledgerFaults } from "./faults/LedgerFaults.ts"
import { lifecycleFaults } from "./faults/LifecycleFaults.ts"
import { recordFaults } from "./faults/RecordFaults.ts"

/** The memory store, its store of broadcasts with a fault. */
const faulty = (fault: Fault): Layer.Layer<Storage> =>
  Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => {
      const store = Context.get(storage, BroadcastStore)
      return Context.add(storage, BroadcastStore, BroadcastStore.of({ ...store, ...fault(store) }))
    })
  )

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck. */
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 30 }))

const suites = [broadcastStoreChecks, ledgerChecks, idempotencyChecks]

/** Runs the suites one after the other, each on a store of its own. */
const run = (fault: Fault) =>
  Effect.forEach(
    suites,
    (checks) =>
      Effect.forEach(checks, (check) => check.run, { discard: true }).pipe(
        Effect.provide(Layer.provideMerge(faulty(fault), fixed))
      ),
    { discard: true }
  )

describe("the suites of broadcasts", () => {
  it.effect("pass on a store without a fault", () => run(() => ({})))

  for (const [name, fault] of Object.entries({ ...lifecycleFaults, ...ledgerFaults, ...recordFaults })) {
    it.effect(`see ${name}`, () =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(run(fault))).toBeInstanceOf(Discrepancy)
      })
    )
  }
})
