import { ContactImportStore } from "@rollcall/core/storage"
import { Deferred, Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, Discrepancy, holds } from "../shared/Check.ts"
import { inTransaction, concurrently } from "../shared/Fixture.ts"
import { rowsOf, storedImport } from "../fixtures/ImportFixture.ts"

/** Fails if an effect does not end within a limit that only a wait for a lock can exceed. */
const atOnce = <A, E, R>(answer: Effect.Effect<A, E, R>) =>
  TestClock.withLive(
    Effect.timeoutOrElse(answer, {
      duration: "30 seconds",
      orElse: () => Effect.fail(new Discrepancy({ message: "lock waits for the one that works on the import" }))
    })
  )

export const importLockChecks: ReadonlyArray<Check> = [
  check("I1: one transaction at a time locks an import, and sees the previous transaction's state", function* () {
    const store = yield* ContactImportStore
    const { contactImport, ref } = yield* storedImport(rowsOf(1))
    let inside = 0
    let most = 0
    const worker = inTransaction(
      Effect.gen(function* () {
        const found = Option.getOrUndefined(yield* store.lock(ref))
        if (found === undefined) return 0
        inside++
        most = Math.max(most, inside)
        yield* Effect.yieldNow
        // Each read is a round trip, so another transaction could run in between.
        for (let read = 0; read < 5; read++) yield* store.nextRows(ref, 1)
        const counts = { ...found.counts, skipped: found.counts.skipped + 1 }
        yield* store.record({ ...found, status: "processing", counts }, [], Duration.minutes(1))
        inside--
        return 1
      })
    )
    const worked = yield* Effect.replicateEffect(worker, 24, concurrently)
    const times = worked.filter((one) => one === 1).length
    yield* agree("How many had it at a time", most, 1)
    yield* holds("Someone had it", times > 0)
    const left = Option.map(yield* store.find(ref), ({ counts }) => counts.skipped)
    yield* agree("What they left", left, Option.some(contactImport.counts.skipped + times))
  }),

  check(
    "I1: lock returns none at once while another transaction has the import, or waits for a transaction to begin",
    function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(1))
      const locked = yield* Deferred.make<void>()
      const asks = yield* Deferred.make<void>()
      // A store with a single writer starts this transaction only when no other transaction runs.
      const ask = inTransaction(Effect.andThen(Deferred.succeed(asks, undefined), store.lock(ref)))
      const other = yield* Effect.forkChild(Effect.andThen(Deferred.await(locked), ask))
      const meanwhile = yield* inTransaction(
        Effect.gen(function* () {
          yield* agree("The first one", yield* store.lock(ref), Option.some(contactImport))
          yield* Deferred.succeed(locked, undefined)
          for (let read = 0; read < 50 && !(yield* Deferred.isDone(asks)); read++) {
            yield* Effect.yieldNow
            yield* store.nextRows(ref, 1)
          }
          return (yield* Deferred.isDone(asks)) ? Option.some(yield* atOnce(Fiber.join(other))) : Option.none()
        })
      )
      if (Option.isSome(meanwhile)) yield* agree("Meanwhile", meanwhile.value, Option.none())
      else yield* agree("Then", yield* Fiber.join(other), Option.some(contactImport))
      yield* agree("In the end", yield* inTransaction(store.lock(ref)), Option.some(contactImport))
    }
  ),

  check("a failed transaction releases its import, and an import is free while others are locked", function* () {
    const store = yield* ContactImportStore
    const imports = yield* Effect.replicateEffect(storedImport(rowsOf(1)), 8)
    for (const { ref } of imports) {
      yield* Effect.flip(inTransaction(Effect.andThen(store.lock(ref), Effect.fail("no"))))
    }
    const lock = imports.map(({ ref }) => inTransaction(Effect.andThen(store.nextRows(ref, 1), store.lock(ref))))
    const expected = imports.map(({ contactImport }) => Option.some(contactImport))
    yield* agree("The imports", yield* Effect.all(lock, concurrently), expected)
  })
]
