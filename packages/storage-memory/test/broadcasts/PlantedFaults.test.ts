import { describe, expect, it } from "@effect/vitest"
import { BroadcastStore, Contacts, ContactStore, type Storage } from "@rollcall/core"
import {
  broadcastStoreChecks,
  type Check,
  contactEffectStories,
  Discrepancy,
  idempotencyChecks,
  ledgerChecks
} from "@rollcall/storage-conformance"
import { layer } from "@rollcall/storage-memory"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { contactFaults } from "./faults/ContactFaults.ts"
import type { Fault } from "./faults/Fault.ts"
import { ledgerFaults } from "./faults/LedgerFaults.ts"
import { lifecycleFaults } from "./faults/LifecycleFaults.ts"
import { recordFaults } from "./faults/RecordFaults.ts"

/** The memory store, its store of broadcasts with a fault. */
const faulty = (fault: Fault): Layer.Layer<Storage> =>
  Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => {
      const store = Context.get(storage, BroadcastStore)
      const contacts = Context.get(storage, ContactStore)
      return Context.add(storage, BroadcastStore, BroadcastStore.of({ ...store, ...fault(store, contacts) }))
    })
  )

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck. */
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 30 }))

const suites: ReadonlyArray<ReadonlyArray<Check<Storage | Contacts>>> = [
  broadcastStoreChecks,
  ledgerChecks,
  idempotencyChecks,
  contactEffectStories
]

/** Runs the suites one after the other, each on a store of its own. */
const run = (fault: Fault) =>
  Effect.forEach(
    suites,
    (checks) =>
      Effect.forEach(checks, (check) => check.run, { discard: true }).pipe(
        Effect.provide(Contacts.layer.pipe(Layer.provideMerge(faulty(fault)), Layer.provideMerge(fixed)))
      ),
    { discard: true }
  )

describe("the suites of broadcasts", () => {
  it.effect("pass on a store without a fault", () => run(() => ({})))

  for (const [name, fault] of Object.entries({
    ...lifecycleFaults,
    ...ledgerFaults,
    ...recordFaults,
    ...contactFaults
  })) {
    it.effect(`see ${name}`, () =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(run(fault))).toBeInstanceOf(Discrepancy)
      })
    )
  }
})
