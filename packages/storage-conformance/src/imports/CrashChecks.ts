import {
  type Caller,
  ContactImports,
  ContactImportStore,
  ContactLists,
  Contacts,
  type ImportRef,
  newestFirst,
  noRows,
  StorageError
} from "@rollcall/core"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { everything } from "./Fixture.ts"
import { accepted, given, type ImportNeeds, newCaller, receiptsOf, shortOf, worked, workedOff } from "./ImportWorld.ts"

type Imports = ContactImportStore["Service"]

/** Works on an import with a store that is like the one there is, but for this. */
const workedWith = Effect.fnUntraced(function* (ref: ImportRef, change: (store: Imports) => Partial<Imports>) {
  const store = yield* ContactImportStore
  const changed = ContactImportStore.of({ ...store, ...change(store) })
  yield* Effect.provideService(worked(ref), ContactImportStore, changed)
})

/** The nth and later calls of a method end otherwise: they are made, and then this happens. */
const thenFrom = <Args extends ReadonlyArray<unknown>, A>(
  nth: number,
  method: (...args: Args) => Effect.Effect<A, StorageError>,
  then: Effect.Effect<never, StorageError>
) =>
  (() => {
    let calls = 0
    return (...args: Args) => (++calls < nth ? method(...args) : Effect.andThen(method(...args), then))
  })()

const storageFailure = (reason: StorageError["reason"]) => new StorageError({ reason, cause: new Error("planned") })

/** Five rows, which are two batches and a half, into a list. */
const planned = Effect.gen(function* () {
  const lists = yield* ContactLists
  const caller = yield* newCaller
  const { uuid } = yield* lists.create(caller, { name: "Regulars" })
  const rows = Array.from({ length: 5 }, (_, n) => given({ email: `ada${n}@example.org` }))
  return { caller, list: uuid, ref: yield* accepted(caller, rows, { contactListUuid: uuid }) }
})

/** What there is of an import and of what it made. */
const stateOf = Effect.fnUntraced(function* (
  { workspace }: Caller,
  list: Effect.Success<typeof planned>["list"],
  ref: ImportRef
) {
  const imports = yield* ContactImports
  const contacts = yield* Contacts
  const lists = yield* ContactLists
  const { counts, status } = yield* imports.get(workspace, ref.contactImport)
  return {
    status,
    counts,
    rows: shortOf(yield* receiptsOf(ref)),
    contacts: (yield* contacts.list(workspace, newestFirst, everything)).total,
    members: (yield* lists.get(workspace, list)).count
  }
})

const afterTwo = {
  status: "processing",
  counts: { ...noRows, created: 2 },
  rows: ["created", "created", "pending", "pending", "pending"],
  contacts: 2,
  members: 2
} as const

const afterAll = {
  status: "completed",
  counts: { ...noRows, created: 5 },
  rows: Array<string>(5).fill("created"),
  contacts: 5,
  members: 5
} as const

/** What is promised of imports whose workers fail, die or meet what they cannot read (I1, I5). */
export const crashChecks: ReadonlyArray<Check<ImportNeeds | ContactLists>> = [
  check(
    "I1: nothing is there of a batch whose transaction fails, and the next worker goes on with its rows",
    Effect.gen(function* () {
      const { caller, list, ref } = yield* planned
      const failing = workedWith(ref, (store) => ({
        record: thenFrom(2, store.record, Effect.fail(storageFailure("Unavailable")))
      }))
      const error = yield* Effect.flip(failing)
      yield* holds("It fails", error instanceof StorageError && error.reason === "Unavailable", error)
      yield* agree("After the failure", yield* stateOf(caller, list, ref), afterTwo)
      yield* workedOff(ref)
      yield* agree("In the end", yield* stateOf(caller, list, ref), afterAll)
    })
  ),

  check(
    "I1: nothing is there of a batch whose worker is interrupted, and the import is free for the next",
    Effect.gen(function* () {
      const { caller, list, ref } = yield* planned
      const reached = yield* Deferred.make<void>()
      const worker = yield* Effect.forkChild(
        workedWith(ref, (store) => ({
          record: thenFrom(2, store.record, Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
        }))
      )
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(worker)
      yield* agree("After it", yield* stateOf(caller, list, ref), afterTwo)
      yield* workedOff(ref)
      yield* agree("In the end", yield* stateOf(caller, list, ref), afterAll)
    })
  ),

  check(
    "I1: an import that is over stays as it is, whoever works on it again",
    Effect.gen(function* () {
      const { caller, list, ref } = yield* planned
      yield* workedOff(ref)
      const before = yield* stateOf(caller, list, ref)
      yield* TestClock.adjust("1 minute")
      for (let turn = 0; turn < 3; turn++) yield* worked(ref)
      yield* agree("The import", yield* stateOf(caller, list, ref), before)
      yield* worked({ ...ref, workspace: (yield* newCaller).workspace })
    })
  ),

  check(
    "I1: a batch that lost a race is begun again, and leaves nothing twice",
    Effect.gen(function* () {
      const { caller, list, ref } = yield* planned
      let lost = 0
      const losing = workedWith(ref, (store) => ({
        record: (...args) => {
          const lose = lost++ % 2 === 0 ? Effect.fail(storageFailure("Conflict")) : Effect.void
          return Effect.andThen(store.record(...args), lose)
        }
      }))
      // In real time: it waits a little each time.
      yield* TestClock.withLive(losing)
      yield* agree("In the end", yield* stateOf(caller, list, ref), afterAll)
      yield* agree("How often it was tried", lost, 6)
    })
  ),

  check(
    "I5: an import that cannot be read any more ends: what was applied stays, and the other rows fail",
    Effect.gen(function* () {
      for (const [nth, status, counts] of [
        [2, "completed", { ...noRows, created: 2, failed: 3 }],
        [1, "failed", { ...noRows, failed: 5 }]
      ] as const) {
        const { caller, list, ref } = yield* planned
        yield* workedWith(ref, (store) => ({
          nextRows: thenFrom(nth, store.nextRows, Effect.fail(storageFailure("Corrupt")))
        }))
        const unreadable = "failed unreadable contacts"
        yield* agree("The import", yield* stateOf(caller, list, ref), {
          status,
          counts,
          rows: Array.from({ length: 5 }, (_, n) => (n < counts.failed ? unreadable : "created")).toReversed(),
          contacts: 5 - counts.failed,
          members: 5 - counts.failed
        })
      }
    })
  )
]
