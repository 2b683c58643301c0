import { ContactLists, type ContactList, type WorkspaceUuid } from "@rollcall/core"
import { type ContactJobRef, runContactJob, type StoredContactJob } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { Duration, Effect, Fiber, Option, Random } from "effect"
import { TestClock } from "effect/testing"
import { addTo, membersOf, storedContacts, storedList } from "../fixtures/ListFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { concurrently, inTransaction, instantOf, newWorkspace } from "../shared/Fixture.ts"
import { found, refOf, storedJob } from "./ContactJobFixture.ts"

const dueAfter = Duration.seconds(30)

/** A stored job that adds all contacts to a list. */
const storedAddition = (list: ContactList, fields: Partial<StoredContactJob> = {}) =>
  storedJob({
    action: "add_to_list",
    workspaceUuid: list.workspaceUuid,
    contactListUuid: list.uuid,
    createdBy: list.createdBy,
    ...fields
  })

const isOf = (workspace: WorkspaceUuid) => (ref: ContactJobRef) => ref.workspace === workspace

export const contactJobChecks: ReadonlyArray<Check> = [
  check("L4, C7: an addition is stored unchanged, and is due at once and repeatedly until it is over", function* () {
    const store = yield* ContactJobStore
    const list = yield* storedList()
    const addition = yield* storedAddition(list, {
      selection: {
        search: { searchTerm: "a", advancedSearch: [{ field: "firstName", operator: "equals", value: ["x", 1, null] }] }
      }
    })
    const due = Effect.map(store.claimDue({ limit: 100_000, dueAfter }), (refs) =>
      refs.filter(isOf(list.workspaceUuid))
    )
    yield* agree("What is found", yield* found(addition), Option.some(addition))
    const elsewhere = { workspace: yield* newWorkspace, job: addition.uuid }
    yield* agree("In another workspace (A1)", yield* store.find(elsewhere), Option.none())
    yield* agree("At once", yield* due, [refOf(addition)])
    yield* agree("Again", yield* due, [])
    yield* TestClock.adjust(dueAfter)
    yield* agree("Later", yield* due, [refOf(addition)])
    const after = { key: instantOf(3).epochMilliseconds, uuid: list.uuid }
    const running: StoredContactJob = { ...addition, status: "running", processed: 5, changed: 3, unchanged: 2, after }
    yield* inTransaction(Effect.andThen(store.lock(refOf(addition)), store.replace(running, dueAfter)))
    yield* agree("What replaced it", yield* found(addition), Option.some(running))
    yield* agree("While it runs", yield* due, [])
    yield* TestClock.adjust(dueAfter)
    yield* agree("While none runs it", yield* due, [refOf(addition)])
    const over: StoredContactJob = { ...running, status: "completed", selection: null, after: null }
    yield* inTransaction(Effect.andThen(store.lock(refOf(addition)), store.replace(over, dueAfter)))
    yield* agree("Once it is over", yield* found(addition), Option.some(over))
    yield* TestClock.adjust("1 day")
    yield* agree("A day later", yield* due, [])
  }),

  check("L4: workers that are killed, and workers that run concurrently, add each contact once", function* () {
    for (const atOnce of [1, 7, 100]) {
      const list = yield* storedList()
      const contacts = yield* storedContacts(list.workspaceUuid, 23)
      yield* addTo(list, ...contacts.slice(5, 9))
      const addition = yield* storedAddition(list, { total: 23 })
      const run = runContactJob(refOf(addition), atOnce)
      for (let kill = 0; kill < 4; kill++) {
        const workers = yield* Effect.replicateEffect(Effect.forkChild(run), 2)
        yield* TestClock.withLive(Effect.sleep(Duration.millis(yield* Random.nextIntBetween(0, 10))))
        yield* Fiber.interruptAll(workers)
      }
      yield* Effect.all(
        Array.from({ length: 3 }, () => run),
        concurrently
      )
      const [over, members] = [Option.getOrThrow(yield* found(addition)), yield* membersOf(list)]
      const counts = { processed: 23, changed: 19, unchanged: 4 }
      const { updatedAt } = over
      const expected = { ...addition, ...counts, status: "completed", selection: null, updatedAt } as const
      yield* agree("What it ends as", over, expected)
      yield* agree("The members", members.length, 23)
      yield* run
      yield* agree("Once more", yield* found(addition), Option.some(over))
    }
  }),

  check("L2, L4: archiving the list fails the addition, which then adds no more contacts", function* () {
    const lists = yield* ContactLists
    for (let trial = 0; trial < 6; trial++) {
      const list = yield* storedList()
      const caller = { workspace: list.workspaceUuid, actor: list.createdBy }
      yield* storedContacts(list.workspaceUuid, 12)
      const addition = yield* storedAddition(list, { total: 12 })
      const pause = TestClock.withLive(Effect.sleep(Duration.millis(trial * 3)))
      const archive = Effect.andThen(pause, lists.archive(caller, list.uuid))
      yield* Effect.all([runContactJob(refOf(addition), 2), archive], concurrently)
      const { changed: added, reason, selection, status } = Option.getOrThrow(yield* found(addition))
      const isFailed = status === "failed" && reason === "list_archived"
      yield* holds("It is over", selection === null && (isFailed || (status === "completed" && added === 12)), status)
      yield* agree("The members", (yield* membersOf(list)).length, added)
    }
  })
]
