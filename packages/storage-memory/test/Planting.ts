import { describe, expect, it } from "@effect/vitest"
import type { Storage, Transaction } from "@rollcall/core"
import { type Check, Discrepancy, MaxShrinks, withServices } from "@rollcall/storage-conformance"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { layer } from "../src/index.ts"

/** A port of a store, but for what is given. */
export type Fault<Port> = (port: Port, storage: Context.Context<Storage>) => Partial<Port>

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck, nor how small a case. */
const fixed = Layer.merge(
  ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 100, ROLLCALL_IMPORTS: 60 })),
  Layer.succeed(MaxShrinks, 0)
)

/** Runs checks over the memory store, one port of it with a fault. */
const run = <Id extends Storage, Port>(
  checks: ReadonlyArray<Check>,
  key: Context.Key<Id, Port>,
  fault: (port: Port, storage: Context.Context<Storage>) => Port
) => {
  const faulty: Layer.Layer<Storage> = Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => Context.add(storage, key, fault(Context.get(storage, key), storage)))
  )
  return Effect.forEach(checks, (check) => check.run, { discard: true }).pipe(
    Effect.provide(Layer.provideMerge(withServices(faulty), fixed))
  )
}

/** Tests that checks see each of the faults of a port. */
export const plantedFaults = <Id extends Storage, Port>(
  key: Context.Key<Id, Port>,
  checks: ReadonlyArray<Check>,
  faults: Readonly<Record<string, Fault<Port>>>
): void =>
  void describe("the suites of a store", () => {
    for (const [name, fault] of Object.entries(faults)) {
      it.effect(`see ${name}`, () =>
        Effect.gen(function* () {
          const planted = run(checks, key, (port, storage) => ({ ...port, ...fault(port, storage) }))
          expect(yield* Effect.flip(planted)).toBeInstanceOf(Discrepancy)
        })
      )
    }
  })

/** A transaction in which nothing is locked, and of which nothing is taken back. */
export const openTransactions: Readonly<Record<string, Fault<Transaction["Service"]>>> = {
  "transactions that keep nobody out and take nothing back": () => ({ run: (effect) => effect })
}
