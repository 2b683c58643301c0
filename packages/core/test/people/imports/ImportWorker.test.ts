import { assert } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { PersistedQueue } from "effect/persistence"
import { TestClock } from "effect/testing"
import { ContactLists, ImportSettings, StorageError, type Storage } from "@rollcall/core"
import { layerImportWorker, noRows } from "@rollcall/core/people"
import { ContactImportStore, ContactStore, type ImportRef, isImportOver } from "@rollcall/core/storage"
import { contactsOf, newCaller, services } from "../../Services.ts"
import { accepted, row, stateOf, worked } from "./Import.ts"
import { suite } from "../../Suite.ts"

type Imports = ContactImportStore["Service"]

/** The store of imports, but for what is given. */
const storeWith = (change: (store: Imports) => Partial<Imports>) =>
  Effect.map(ContactImportStore, (store) => ContactImportStore.of({ ...store, ...change(store) }))

/** Runs a worker whose nth and later calls of `record` are made and then end otherwise. */
const workedUntil = (ref: ImportRef, nth: number, then: Effect.Effect<never, StorageError>) => {
  let calls = 0
  return Effect.provideServiceEffect(
    worked(ref),
    ContactImportStore,
    storeWith(({ record }) => ({
      record: (...args) => (++calls < nth ? record(...args) : Effect.andThen(record(...args), then))
    }))
  )
}

const storageFailure = (reason: StorageError["reason"]) =>
  Effect.fail(new StorageError({ reason, cause: new Error("planned") }))

/** An import of five rows into a list, and all that can be seen of it. */
const planned = Effect.gen(function* () {
  const lists = yield* ContactLists
  const caller = yield* newCaller
  const { uuid } = yield* lists.create(caller, { name: "Regulars" })
  const rows = Array.from({ length: 5 }, (_, n) => row({ email: `ada${n}@example.org` }))
  const ref = yield* accepted(caller, rows, { contactListUuid: uuid })
  const seen = Effect.gen(function* () {
    const { contactImport, short } = yield* stateOf(ref)
    const { length: contacts } = yield* contactsOf(caller.workspace)
    const { count: members } = yield* lists.get(caller, uuid)
    return { status: contactImport.status, counts: contactImport.counts, rows: short, contacts, members }
  })
  return { ref, seen }
})

/** What is seen when so many of the five rows are applied, and the others are as given. */
const after = (created: number, status: string, rest = "pending") => ({
  status,
  counts: { ...noRows, created, failed: rest === "pending" ? 0 : 5 - created },
  rows: Array.from({ length: 5 }, (_, n) => (n < created ? "created" : rest)),
  contacts: created,
  members: created
})

suite(services)("an import worker", (test) => {
  test("waits before each batch for indexes with long pending lists, without holding locks", function* () {
    const { ref, seen } = yield* planned
    const store = yield* ContactStore
    const turns: Array<Deferred.Deferred<void>> = []
    const maintainIndexes = (left: "any" | "much" | "excess") =>
      Effect.gen(function* () {
        assert.strictEqual(left, "excess")
        const turn = yield* Deferred.make<void>()
        turns.push(turn)
        yield* Deferred.await(turn)
      })
    const working = Effect.provideService(worked(ref), ContactStore, { ...store, maintainIndexes })
    const fiber = yield* Effect.forkChild(working, { startImmediately: true })
    for (const created of [0, 2, 4]) {
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* seen, after(created, created === 0 ? "pending" : "processing"))
      yield* Deferred.succeed(turns.at(-1) ?? assert.fail("the indexes were not asked"), undefined)
    }
    yield* Fiber.join(fiber)
    assert.deepStrictEqual([turns.length, yield* seen], [3, after(5, "completed")])
  })

  test("I1: leaves no data of a batch whose transaction fails, and the next worker continues with its rows", function* () {
    const { ref, seen } = yield* planned
    const error = yield* Effect.flip(workedUntil(ref, 2, storageFailure("Unavailable")))
    assert.strictEqual(error.reason, "Unavailable")
    assert.deepStrictEqual(yield* seen, after(2, "processing"))
    yield* worked(ref)
    assert.deepStrictEqual(yield* seen, after(5, "completed"))
  })

  test("I1: leaves no data of a batch in which it is interrupted, and the import is free for the next worker", function* () {
    const { ref, seen } = yield* planned
    const reached = yield* Deferred.make<void>()
    const stuck = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
    const worker = yield* Effect.forkChild(workedUntil(ref, 2, stuck))
    yield* Deferred.await(reached)
    yield* Fiber.interrupt(worker)
    assert.deepStrictEqual(yield* seen, after(2, "processing"))
    yield* worked(ref)
    assert.deepStrictEqual(yield* seen, after(5, "completed"))
  })

  test("I1: does not change an import that is over", function* () {
    const { ref } = yield* planned
    yield* worked(ref)
    const before = yield* stateOf(ref)
    yield* TestClock.adjust("1 minute")
    yield* worked(ref)
    assert.deepStrictEqual(yield* stateOf(ref), before)
    yield* worked({ ...ref, workspace: (yield* newCaller).workspace })
  })

  test("I1: repeats a batch after a conflict, and writes nothing twice", function* () {
    const { ref, seen } = yield* planned
    let calls = 0
    const losing = storeWith(({ record }) => ({
      record: (...args) => Effect.andThen(record(...args), calls++ % 2 === 0 ? storageFailure("Conflict") : Effect.void)
    }))
    // In real time: it pauses before each repetition.
    yield* TestClock.withLive(Effect.provideServiceEffect(worked(ref), ContactImportStore, losing))
    assert.deepStrictEqual(yield* seen, after(5, "completed"))
    assert.strictEqual(calls, 6)
  })

  test.each([
    [2, after(2, "completed", "failed unreadable contacts")],
    [1, after(0, "failed", "failed unreadable contacts")]
  ] as const)(
    "I5: ends an import if batch %i cannot be read: applied rows stay, the others fail",
    function* ([nth, end]) {
      const { ref, seen } = yield* planned
      let calls = 0
      const corrupt = storeWith(({ nextRows }) => ({
        nextRows: (...args) => (++calls < nth ? nextRows(...args) : storageFailure("Corrupt"))
      }))
      yield* Effect.provideServiceEffect(worked(ref), ContactImportStore, corrupt)
      assert.deepStrictEqual(yield* seen, end)
    }
  )
})

/** Starts the workers of one more process, perhaps with another store of imports; they live until the scope ends. */
const startProcess = Effect.fnUntraced(function* (imports: Imports) {
  const ports = yield* Effect.context<Storage>()
  const settings = { ...ImportSettings.defaultValue(), batch: 2, sweepEvery: Duration.millis(250) }
  yield* Layer.build(
    layerImportWorker.pipe(
      Layer.provide(PersistedQueue.layer),
      Layer.provide(Layer.succeedContext(Context.add(ports, ContactImportStore, imports))),
      Layer.provide(Layer.succeed(ImportSettings, settings))
    )
  )
})

/** Moves the clock on until something is so. */
const until = Effect.fnUntraced(function* <E, R>(isSo: Effect.Effect<boolean, E, R>) {
  for (let round = 0; round < 400 && !(yield* isSo); round++) {
    yield* TestClock.adjust("250 millis")
    yield* TestClock.withLive(Effect.sleep("1 millis"))
  }
})

const untilOver = (ref: ImportRef) =>
  until(Effect.map(stateOf(ref), ({ contactImport }) => isImportOver(contactImport)))

suite(services)("the workers of processes", (test) => {
  test("I1: take up an accepted import, and apply each row once", function* () {
    const store = yield* ContactImportStore
    const before = yield* planned
    for (let process = 0; process < 2; process++) yield* startProcess(store)
    for (const { ref, seen } of [before, yield* planned, yield* planned]) {
      yield* untilOver(ref)
      assert.deepStrictEqual(yield* seen, after(5, "completed"))
    }
  })

  test("I1: take over an import from a dead process, at the first row without an outcome", function* () {
    const store = yield* ContactImportStore
    const { ref, seen } = yield* planned
    const reached = yield* Deferred.make<void>()
    let batches = 0
    const stuck = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
    const dying = yield* storeWith(({ record }) => ({
      record: (...args) => (++batches < 3 ? record(...args) : stuck)
    }))
    const process = yield* Scope.make()
    yield* Scope.provide(startProcess(dying), process)
    yield* until(Deferred.isDone(reached))
    yield* Scope.close(process, Exit.void)
    assert.deepStrictEqual(yield* seen, after(4, "processing"))
    yield* startProcess(store)
    yield* untilOver(ref)
    assert.deepStrictEqual(yield* seen, after(5, "completed"))
  })
})
