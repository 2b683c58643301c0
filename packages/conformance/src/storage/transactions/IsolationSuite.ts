import { ContactUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { allowedTransitions, recordOutcomes, refKey, resolveUnknown, transition } from "@rollcall/core/sending"
import { type BroadcastRef, BroadcastStore, Delivery, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Option, Struct } from "effect"
import { TestClock } from "effect/testing"
import {
  claimAlone,
  begin,
  claim,
  deliveriesOf,
  identifierOf,
  noGood,
  publish,
  recipientsOf,
  sending,
  stored
} from "../fixtures/BroadcastFixture.ts"
import { agree, type Check, check, conflicts, Discrepancy } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"

const page = { limit: 10, offset: 0 }

/**
 * A `sending` broadcast with one delivery being sent and one claimed delivery, and a reference to the broadcast from
 * another workspace.
 */
const foreignBroadcast = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const { recipients, ref } = yield* sending()
  const uuids = recipients.map(({ uuid }) => uuid)
  const [claimed] = yield* begin(ref, 1)
  const [waiting] = yield* claim(ref, 1)
  if (claimed === undefined || waiting === undefined) return yield* new Discrepancy({ message: "Nothing was claimed" })
  /** Reads all stored data of the broadcast. */
  const seen = Effect.all([store.find(ref.workspace, ref.broadcast), deliveriesOf(ref.workspace, uuids)])
  const foreign: BroadcastRef = { ...ref, workspace: yield* newWorkspace }
  return { foreign, ref, claimed: { uuid: claimed.uuid, attempt: 1 }, waiting, seen }
})

/** Checks that another workspace's resource looks like a missing resource, and cannot be changed. */
export const isolationChecks: ReadonlyArray<Check> = [
  check("A1: a broadcast is read only in its own workspace", function* () {
    const store = yield* BroadcastStore
    const deliveries = yield* DeliveryStore
    const { foreign, ref } = yield* foreignBroadcast
    const { broadcast, workspace } = foreign
    yield* agree("find", yield* store.find(workspace, broadcast), Option.none())
    yield* agree("counters", yield* deliveries.counters(foreign), Delivery.countersOf([]))
    yield* agree("reasons", (yield* deliveries.outcomes(foreign)).reasons, {})
    yield* agree("recipients", yield* recipientsOf(foreign), [])
    const nothing = { broadcast: null, clientReferences: null, updatedAfter: null }
    for (const filter of [
      { ...nothing, broadcast },
      { ...nothing, clientReferences: ["reference 0"] },
      { ...nothing, updatedAfter: DateTime.makeUnsafe(-1) }
    ]) {
      const found = yield* deliveries.recipients(workspace, filter, page)
      yield* agree("recipients", found, { items: [], total: 0, next: null })
      const own = yield* deliveries.recipients(ref.workspace, filter, page)
      yield* agree("In its own", own.total > 0, true)
    }
    const contact = ContactUuid.make(yield* nextId)
    const person = { contact, mergedFrom: [], addresses: [identifierOf(0)], until: yield* store.now }
    yield* agree("ofPerson", yield* deliveries.ofPerson({ ...person, workspace }, 10), [])
    const own = yield* deliveries.ofPerson({ ...person, workspace: ref.workspace }, 10)
    yield* agree("ofPerson in its own", own.length, 1)
  }),

  check("A1: a broadcast cannot be changed, claimed, published or discarded from another workspace", function* () {
    const store = yield* BroadcastStore
    const { foreign, seen } = yield* foreignBroadcast
    const before = yield* seen
    for (const name of Struct.keys(allowedTransitions)) {
      yield* agree(name, yield* transition(foreign, name, { reason: "Mallory" }), Option.none())
    }
    yield* store.update(foreign, { status: "failed", statusReason: "Mallory", nextCheckAfter: Duration.zero })
    yield* store.decideOptOuts(foreign, "held")
    yield* store.rejectUnsent(foreign, noGood)
    const claim = yield* claimAlone(foreign, { begin: 0, limit: 10, lease: Duration.minutes(1) })
    yield* agree("claim", claim, { _tag: "Stopped" })
    yield* conflicts("publish", publish(foreign))
    yield* agree("discard", yield* store.discard(foreign), true)
    const due = yield* store.claimDue({ limit: 100_000, nextCheckAfter: Duration.hours(1) })
    const found = due.filter(({ ref }) => ref.broadcast === foreign.broadcast)
    yield* agree("claimDue", found, [])
    yield* agree("The broadcast", yield* seen, before)
  }),

  check("A1: a delivery cannot be changed through another workspace or another broadcast", function* () {
    const deliveries = yield* DeliveryStore
    const { claimed, foreign, ref, seen, waiting } = yield* foreignBroadcast
    const neighbour = yield* sending({ workspaceUuid: ref.workspace })
    const before = yield* seen
    for (const wrong of [foreign, neighbour.ref]) {
      const recorded = yield* deliveries.recordAccepted(wrong, [{ ...claimed, messageId: "Mallory's" }])
      yield* agree("recordAccepted", recorded, [])
      const begun = yield* deliveries.beginSends(wrong, [waiting], Duration.minutes(1))
      yield* agree("beginSends", begun, [])
      yield* recordOutcomes(wrong, [{ ...claimed, _tag: "Undeliverable", ...noGood }])
      yield* recordOutcomes(wrong, [{ ...claimed, _tag: "Accepted", messageId: "Mallory's" }])
    }
    yield* agree("After outcomes", yield* seen, before)

    yield* TestClock.adjust("1 minute")
    const expired = yield* deliveries.expireLeases({ limit: 100_000, askAgainAfter: Duration.hours(1) })
    const mine = expired.filter(({ uuid }) => uuid === claimed.uuid)
    yield* agree("Whose it is", mine, [{ ...claimed, ref, isNew: true, channelType: "chatapp" }])
    const unresolved = yield* seen
    for (const wrong of [foreign, neighbour.ref]) {
      const resolution = { _tag: "Accepted", messageId: "Mallory's" } as const
      yield* resolveUnknown([{ ...claimed, ref: wrong, resolution }])
      yield* resolveUnknown([{ ...claimed, ref: wrong, resolution: { _tag: "NotAccepted" } }])
    }
    yield* agree("After resolutions", yield* seen, unresolved)
  }),

  check("A1: due work is returned with its workspace", function* () {
    const store = yield* BroadcastStore
    const first = yield* stored()
    const second = yield* stored({ uuid: first.broadcast.uuid })
    const due = yield* store.claimDue({ limit: 100_000, nextCheckAfter: Duration.hours(1) })
    for (const { ref } of [first, second]) {
      const found = due.filter((one) => refKey(one.ref) === refKey(ref))
      yield* agree("The broadcast", found, [{ ref, status: "scheduled", hasExpired: false, isComplete: true }])
    }
  })
]
