import {
  ContactImportStore,
  type ContactListStore,
  type ContactStore,
  CurrentImportSettings,
  type CustomFieldStore,
  defaultImportSettings,
  type ImportRef,
  isImportOver,
  layerImportWorker,
  type Transaction
} from "@rollcall/core"
import { Context, Deferred, Duration, Effect, Exit, Layer, Option, Scope } from "effect"
import { PersistedQueue } from "effect/persistence"
import { TestClock } from "effect/testing"
import { agree, type Check, check, Discrepancy } from "../kernel/Check.ts"
import { accepted, countOf, given, type ImportNeeds, newCaller, receiptsOf, shortOf } from "./ImportWorld.ts"
import { emailOf } from "./RaceWorld.ts"

export type WorkerCheckNeeds = ImportNeeds | PersistedQueue.PersistedQueueStore

type Ports =
  | ContactImportStore
  | ContactStore
  | CustomFieldStore
  | ContactListStore
  | Transaction
  | PersistedQueue.PersistedQueueStore

const settings = { ...defaultImportSettings, batch: 2, sweepEvery: Duration.millis(250) }

/** Starts the workers of one more process, perhaps with another store of imports; they live until the scope ends. */
const startProcess = Effect.fnUntraced(function* (imports?: ContactImportStore["Service"]) {
  const ports = yield* Effect.context<Ports>()
  const own = imports === undefined ? ports : Context.add(ports, ContactImportStore, imports)
  yield* Layer.build(
    layerImportWorker.pipe(
      Layer.provide(PersistedQueue.layer),
      Layer.provide(Layer.succeedContext(own)),
      Layer.provide(Layer.succeed(CurrentImportSettings, settings))
    )
  )
})

/** Lets virtual time pass until something is so, and as much real time as the store needs for what is done meanwhile. */
const until = Effect.fnUntraced(function* <E, R>(what: string, isSo: Effect.Effect<boolean, E, R>) {
  for (let round = 0; round < 400; round++) {
    const [roundTrip, reached] = yield* TestClock.withLive(Effect.timed(isSo))
    if (reached) return
    yield* TestClock.adjust("250 millis")
    yield* TestClock.withLive(Effect.sleep(Duration.sum(Duration.millis(1), Duration.times(roundTrip, 4))))
  }
  return yield* new Discrepancy({ message: `${what} is never so` })
})

const untilOver = Effect.fnUntraced(function* (ref: ImportRef) {
  const store = yield* ContactImportStore
  yield* until("An import that is over", Effect.map(store.find(ref), Option.exists(isImportOver)))
})

const planned = Effect.gen(function* () {
  const caller = yield* newCaller
  return yield* accepted(
    caller,
    Array.from({ length: 7 }, (_, n) => given({ email: emailOf(n) }))
  )
})

/** Fails unless each row of the import made one contact. */
const isDone = Effect.fnUntraced(function* (ref: ImportRef) {
  yield* agree("The rows", shortOf(yield* receiptsOf(ref)), Array<string>(7).fill("created"))
  yield* agree("The contacts", yield* countOf(ref.workspace), 7)
})

/** What is promised of the workers that run in the background (I1). */
export const workerChecks: ReadonlyArray<Check<WorkerCheckNeeds>> = [
  check(
    "I1: the workers of two processes take up what was accepted, and apply each row once",
    Effect.gen(function* () {
      const before = yield* planned
      yield* startProcess()
      yield* startProcess()
      const refs = [before, yield* planned, yield* planned]
      for (const ref of refs) yield* untilOver(ref)
      for (const ref of refs) yield* isDone(ref)
    }).pipe(Effect.scoped)
  ),

  check(
    "I1: an import whose process died is taken up by another at the first row without an outcome",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const ref = yield* planned
      const reached = yield* Deferred.make<void>()
      let batches = 0
      const dying = ContactImportStore.of({
        ...store,
        record: (...args) =>
          ++batches < 3 ? store.record(...args) : Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
      })
      const process = yield* Scope.make()
      yield* Scope.provide(startProcess(dying), process)
      yield* until("The third batch", Deferred.isDone(reached))
      yield* Scope.close(process, Exit.void)
      const left = [...Array<string>(4).fill("created"), ...Array<string>(3).fill("pending")]
      yield* agree("What it left", shortOf(yield* receiptsOf(ref)), left)
      yield* startProcess()
      yield* untilOver(ref)
      yield* isDone(ref)
    }).pipe(Effect.scoped)
  )
]
