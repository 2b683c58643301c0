import { ContactUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { type Erasure, ErasureStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"

const dueAfter = Duration.minutes(1)

export const erasureChecks: ReadonlyArray<Check> = [
  check("C7: an erasure is due after its time, once each time, until it is removed", function* () {
    const store = yield* ErasureStore
    const erasure: Erasure = {
      workspace: yield* newWorkspace,
      contact: ContactUuid.make(yield* nextId),
      mergedFrom: [ContactUuid.make(yield* nextId)],
      addresses: ["4917000000001"],
      identifiers: [{ field: "email", value: "ada@example.org" }],
      until: yield* DateTime.now
    }
    const elsewhere = { ...erasure, workspace: yield* newWorkspace, addresses: [], identifiers: [] }
    const due = Effect.map(store.claimDue({ limit: 100_000, dueAfter }), (erasures) =>
      erasures.filter(({ contact }) => contact === erasure.contact)
    )
    yield* store.add(erasure, dueAfter)
    yield* agree("At once", yield* due, [])
    yield* TestClock.adjust("30 seconds")
    yield* store.add(elsewhere, dueAfter)
    yield* TestClock.adjust("30 seconds")
    yield* agree("After its time", yield* due, [erasure])
    yield* agree("Again", yield* due, [])
    yield* TestClock.adjust("1 minute")
    yield* agree("Later", yield* due, [elsewhere, erasure])
    yield* store.remove(erasure.workspace, erasure.contact)
    yield* store.remove(erasure.workspace, erasure.contact)
    yield* TestClock.adjust("1 minute")
    yield* agree("After it was removed (A1)", yield* due, [elsewhere])
  }),

  check("C7: each erasure goes to one of many concurrent claims", function* () {
    const store = yield* ErasureStore
    const workspace = yield* newWorkspace
    const contact = ContactUuid.make(yield* nextId)
    yield* store.add(
      { workspace, contact, mergedFrom: [], addresses: [], identifiers: [], until: DateTime.makeUnsafe(0) },
      Duration.zero
    )
    const claims = Array.from({ length: 8 }, () => store.claimDue({ limit: 100_000, dueAfter }))
    const claimed = (yield* Effect.all(claims, { concurrency: "unbounded" })).flat()
    yield* agree("How often", claimed.filter((erasure) => erasure.contact === contact).length, 1)
  })
]
