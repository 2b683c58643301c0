import type { StorageError, WorkspaceUuid, Storage } from "@rollcall/core"
import { Effect, Option, Result } from "effect"
import fc from "fast-check"
import { agree, type Check, check, Discrepancy, holds } from "./Check.ts"
import { inTransaction, newWorkspace } from "./Fixture.ts"
import { forAll, generatedCases, generationSeed, sample } from "./ForAll.ts"

/** A port's operations for one kind of record. A record is identified by a key such as a uuid. */
export interface Records<A> {
  /** Generates records as the services write them, in a new workspace. */
  readonly generated: Effect.Effect<fc.Arbitrary<A>, unknown, Storage>
  /** Returns the record under a new identity. */
  readonly fresh: (record: A) => Effect.Effect<A>
  /** Returns the record with the identity of another record. */
  readonly as: (record: A, other: A) => A
  /** Inserts a record. Fails with `Conflict` or returns false if the identity exists. */
  readonly insert: (record: A) => Effect.Effect<unknown, StorageError, Storage>
  readonly find: (record: A) => Effect.Effect<Option.Option<A>, StorageError, Storage>
  readonly lock?: Records<A>["find"]
  readonly replace?: (record: A) => Effect.Effect<unknown, StorageError, Storage>
}

export const recordChecks = <A>(records: Records<A>): ReadonlyArray<Check> => {
  const { as, find, fresh, generated, insert, lock, replace } = records
  return [
    check("find returns an inserted or replaced record unchanged, and other records are not changed", function* () {
      const arbitrary = yield* generated
      const neighbour = yield* recordOf(records, arbitrary, 1)
      yield* insert(neighbour)
      yield* forAll(fc.tuple(arbitrary, arbitrary), yield* generatedCases, function* ([one, another]) {
        const record = yield* fresh(one)
        yield* agree("Before", yield* find(record), Option.none())
        yield* insert(record)
        yield* agree("find", yield* find(record), Option.some(record))
        if (lock === undefined) return
        yield* agree("lock", yield* inTransaction(lock(record)), Option.some(record))
        if (replace === undefined) return
        const changed = as(another, record)
        yield* inTransaction(Effect.andThen(lock(record), replace(changed)))
        yield* agree("After the replacement", yield* find(record), Option.some(changed))
      })
      yield* agree("Its neighbour", yield* find(neighbour), Option.some(neighbour))
    }),

    check("a second record with the same identity is rejected, and the first is kept", function* () {
      const arbitrary = yield* generated
      const first = yield* recordOf(records, arbitrary, 1)
      yield* insert(first)
      const second = yield* Effect.result(insert(as(yield* recordOf(records, arbitrary, 2), first)))
      const isRefused = Result.match(second, {
        onSuccess: (answer) => answer === false,
        onFailure: ({ reason }) => reason === "Conflict"
      })
      yield* holds("The second is refused", isRefused, second)
      yield* agree("The first", yield* find(first), Option.some(first))
    })
  ]
}

export const isolatedRecordChecks = <A extends { readonly workspaceUuid: WorkspaceUuid }>(
  records: Records<A>
): ReadonlyArray<Check> => {
  const { as, find, generated, insert, lock = find, replace = () => Effect.void } = records
  return [
    ...recordChecks(records),
    check("A1: a record cannot be read or changed from another workspace", function* () {
      const arbitrary = yield* generated
      const record = yield* recordOf(records, arbitrary, 1)
      yield* insert(record)
      const another = as(yield* recordOf(records, arbitrary, 2), record)
      const foreign: A = { ...another, workspaceUuid: yield* newWorkspace }
      yield* agree("find", yield* find(foreign), Option.none())
      yield* agree("lock", yield* inTransaction(lock(foreign)), Option.none())
      // A store may fail here, or write nothing.
      yield* Effect.result(replace(foreign))
      yield* agree("The record", yield* find(record), Option.some(record))
      yield* agree("In the other workspace", yield* find(foreign), Option.none())
    })
  ]
}

/** Checks that a lock excludes other writers until the transaction ends, so that no increment is lost. */
export const lockCheck = <A>(
  { find, fresh, generated, insert, lock, replace }: Required<Records<A>>,
  figure: { readonly of: (record: A) => number; readonly set: (record: A, n: number) => A }
): Check =>
  check("lock excludes other writers until the transaction ends, so that no change is lost", function* () {
    const record = figure.set(yield* recordOf({ fresh }, yield* generated, 1), 0)
    yield* insert(record)
    const increment = Effect.gen(function* () {
      const found = yield* Effect.flatMap(lock(record), Effect.fromOption)
      yield* Effect.replicateEffect(Effect.yieldNow, 50, { discard: true })
      yield* replace(figure.set(found, figure.of(found) + 1))
    })
    const writers = Effect.replicateEffect(inTransaction(increment), 20, { concurrency: "unbounded" })
    yield* writers
    yield* agree("The record", yield* find(record), Option.some(figure.set(record, 20)))
  })

/** Returns the nth generated record. The same seed returns the same record. */
const recordOf = <A>({ fresh }: Pick<Records<A>, "fresh">, arbitrary: fc.Arbitrary<A>, n: number) =>
  Effect.gen(function* () {
    const record = sample(arbitrary, n, (yield* generationSeed) + n).at(-1)
    return yield* record === undefined ? new Discrepancy({ message: "There is no record" }) : fresh(record)
  })
