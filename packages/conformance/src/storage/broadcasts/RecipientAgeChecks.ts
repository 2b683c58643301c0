import type { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { type BroadcastRef, BroadcastStore, compareCodePoints, DeliveryStore } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../shared/Check.ts"
import { stored } from "../fixtures/BroadcastFixture.ts"

const prune = (limit: number) =>
  BroadcastStore.use((store) => store.pruneRecipients({ keepFor: Duration.minutes(30), limit }))

const prunable = BroadcastStore.use((store) => store.prunableRecipients(Duration.minutes(30)))

/** Counts the remaining recipients of each broadcast, which must be the only broadcast in its workspace. */
const left = (refs: ReadonlyArray<BroadcastRef>) =>
  Effect.forEach(refs, ({ workspace }) => recipientsOf(workspace, null))

/** Lists the recipients of each broadcast. */
const listed = (refs: ReadonlyArray<BroadcastRef>) =>
  Effect.forEach(refs, ({ broadcast, workspace }) => recipientsOf(workspace, broadcast))

const recipientsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, broadcast: BroadcastUuid | null) {
  const store = yield* DeliveryStore
  const filter = { broadcast, clientReferences: null, updatedAfter: null }
  const { items, total } = yield* store.recipients(workspace, filter, { limit: 100, offset: 0 })
  return [total, ...items.map(({ clientReference }) => clientReference ?? "").toSorted(compareCodePoints)]
})

const outcomesOf = (refs: ReadonlyArray<BroadcastRef>) =>
  DeliveryStore.use((store) => Effect.forEach(refs, (ref) => store.outcomes(ref)))

/** Returns whether each broadcast is marked as pruned. */
const areMarked = (refs: ReadonlyArray<BroadcastRef>) =>
  BroadcastStore.use((store) =>
    Effect.forEach(refs, ({ broadcast, workspace }) =>
      Effect.map(
        store.find(workspace, broadcast),
        (found) => found._tag === "Some" && found.value.recipientsRemovedAt !== null
      )
    )
  )

const over = Effect.fnUntraced(function* (accepted: number, refused: number, status: "completed" | "cancelled") {
  const { ref } = yield* stored({}, { accepted, refused })
  yield* BroadcastStore.use((store) => store.update(ref, { status, nextCheckAfter: null }))
  return ref
})

export const recipientAgeChecks: ReadonlyArray<Check> = [
  check("K8: recipients of ended broadcasts are removed by age, and the counters stay", function* () {
    // Data from other checks expires first.
    yield* TestClock.adjust("31 minutes")
    yield* prune(100_000)
    const first = yield* over(3, 2, "completed")
    yield* TestClock.adjust("1 minute")
    const second = yield* over(2, 0, "cancelled")
    const { ref: open } = yield* stored({}, { accepted: 2 })
    yield* TestClock.adjust("1 minute")
    const young = yield* over(1, 0, "completed")
    const refs = [first, second, open, young]
    const before = yield* outcomesOf(refs)
    yield* agree("The reasons", before[0]?.reasons, { invalid_identifier: 2 })
    yield* agree("None is old", yield* prune(10), 0)
    yield* agree("None would be removed", yield* prunable, 0)
    yield* agree("None says so", yield* areMarked(refs), [false, false, false, false])
    yield* TestClock.adjust("29 minutes")
    yield* agree("How many would be removed", yield* prunable, 5)
    yield* agree("Counting removes none", yield* areMarked(refs), [false, false, false, false])
    yield* agree("A step", yield* prune(2), 2)
    yield* agree("How many would be removed after it", yield* prunable, 3)
    yield* agree("The last ones are gone first", (yield* left(refs))[0], [
      3,
      "reference 0",
      "reference 1",
      "reference 2"
    ])
    yield* agree("A listing has all recipients of a broadcast or none", yield* listed(refs), [
      [0],
      [2, "reference 0", "reference 1"],
      [2, "reference 0", "reference 1"],
      [1, "reference 0"]
    ])
    yield* agree("It says so from then on", yield* areMarked(refs), [true, false, false, false])
    yield* agree("A step that ends one", yield* prune(10), 3)
    yield* TestClock.adjust("1 minute")
    yield* agree("The next is old", yield* prune(10), 2)
    yield* agree("None is left that is old", yield* prune(10), 0)
    yield* agree("Those that go on, and young ones, stay", yield* left(refs), [
      [0],
      [0],
      [2, "reference 0", "reference 1"],
      [1, "reference 0"]
    ])
    yield* agree("They say so", yield* areMarked(refs), [true, true, false, false])
    yield* agree("The counters and reasons stay", yield* outcomesOf(refs), before)
    const deliveries = yield* DeliveryStore
    yield* agree("The counters alone too", yield* deliveries.counters(first), before[0]?.counters ?? null)
  })
]
