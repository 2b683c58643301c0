import { ContactImportStore } from "@rollcall/core"
import { Deferred, Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, Discrepancy, holds } from "../kernel/Check.ts"
import { inTransaction, rowsOf, storedImport } from "./Fixture.ts"
import type { StoreNeeds } from "./ImportRowChecks.ts"

/** Fails where an answer does not come. The limit is longer than any answer takes that waits for nobody. */
const atOnce = <A, E, R>(answer: Effect.Effect<A, E, R>) =>
  TestClock.withLive(
    Effect.timeoutOrElse(answer, {
      duration: "30 seconds",
      orElse: () => Effect.fail(new Discrepancy({ message: "lock waits for who works on the import" }))
    })
  )

/** What is promised of those who work on an import. */
export const importLockChecks: ReadonlyArray<Check<StoreNeeds>> = [
  check(
    "I1: of any number who lock an import one has it at a time, and each is told of it as the one before left it",
    Effect.gen(function* () {
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
          const seen = found.counts.skipped
          yield* Effect.yieldNow
          // Each of these is a round trip, in which another one might come in.
          for (let look = 0; look < 5; look++) yield* store.nextRows(ref, 1)
          const counts = { ...found.counts, skipped: seen + 1 }
          yield* store.record({ ...found, status: "processing", counts }, [], Duration.minutes(1))
          inside--
          return 1
        })
      )
      const worked = yield* Effect.all(
        Array.from({ length: 24 }, () => worker),
        { concurrency: "unbounded" }
      )
      const times = worked.reduce<number>((sum, one) => sum + one, 0)
      yield* agree("How many had it at a time", most, 1)
      yield* holds("Somebody had it", times > 0)
      const left = Option.map(yield* store.find(ref), ({ counts }) => counts.skipped)
      yield* agree("What they left", left, Option.some(contactImport.counts.skipped + times))
    })
  ),

  check(
    "I1: who asks while another works on the import is told of none at once, or has to wait for a turn to ask at all",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(1))
      const locked = yield* Deferred.make<void>()
      const asks = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        Effect.andThen(
          Deferred.await(locked),
          // A store with one turn to write for all begins this when the turn is its own.
          inTransaction(Effect.andThen(Deferred.succeed(asks, undefined), store.lock(ref)))
        )
      )
      const meanwhile = yield* inTransaction(
        Effect.gen(function* () {
          yield* agree("The first one", yield* store.lock(ref), Option.some(contactImport))
          yield* Deferred.succeed(locked, undefined)
          for (let look = 0; look < 50 && !(yield* Deferred.isDone(asks)); look++) {
            yield* Effect.yieldNow
            yield* store.nextRows(ref, 1)
          }
          return (yield* Deferred.isDone(asks)) ? Option.some(yield* atOnce(Fiber.join(other))) : Option.none()
        })
      )
      const told = Option.getOrElse(meanwhile, () => Option.none())
      yield* agree("Meanwhile", told, Option.none())
      if (Option.isNone(meanwhile)) yield* agree("Then", yield* Fiber.join(other), Option.some(contactImport))
      yield* agree("In the end", yield* inTransaction(store.lock(ref)), Option.some(contactImport))
    })
  ),

  check(
    "an import is free when the transaction failed that had it",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(1))
      yield* Effect.flip(inTransaction(Effect.andThen(store.lock(ref), Effect.fail("no"))))
      yield* agree("The next", yield* inTransaction(store.lock(ref)), Option.some(contactImport))
    })
  ),

  check(
    "who works on one import keeps nobody from another",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const first = yield* storedImport(rowsOf(1))
      const others = yield* Effect.replicateEffect(
        storedImport(rowsOf(1), { workspaceUuid: first.contactImport.workspaceUuid }),
        8
      )
      const found = yield* Effect.all(
        others.map(({ ref }) => inTransaction(Effect.andThen(store.nextRows(ref, 1), store.lock(ref)))),
        { concurrency: "unbounded" }
      )
      yield* agree(
        "The imports",
        found,
        others.map(({ contactImport }) => Option.some(contactImport))
      )
    })
  )
]
