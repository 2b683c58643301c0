import { type Broadcast, ContactUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { type RefusedRecipient, refKey } from "@rollcall/core/sending"
import {
  type BroadcastRef,
  BroadcastStore,
  Delivery,
  DeliveryStore,
  refusalOf,
  type StoredRecipient
} from "@rollcall/core/storage"
import { Duration, Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { agree, type Check, check, conflicts, Discrepancy } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import {
  broadcastPlanArbitrary,
  plannedBroadcast,
  plannedRecipients,
  recipientPlansArbitrary
} from "../fixtures/BroadcastArbitrary.ts"
import {
  claimAlone,
  deliveriesOf,
  discard,
  counts,
  identifierOf,
  listed,
  newBroadcast,
  newRecipients,
  publish,
  recipientsOf,
  refOf,
  stage,
  stored
} from "../fixtures/BroadcastFixture.ts"

/** Fails if any part of a broadcast is visible. */
const isInvisible = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  yield* agree("What is found", yield* store.find(ref.workspace, ref.broadcast), Option.none())
  yield* agree("What is listed", yield* listed(ref), counts(0))
})

const uuidsOf = (recipients: ReadonlyArray<StoredRecipient>) => recipients.map(({ uuid }) => uuid)

export const stageChecks: ReadonlyArray<Check> = [
  check("B3, B9: a published broadcast equals the staged one, with `newDelivery` for each recipient", function* () {
    const store = yield* BroadcastStore
    const counters = yield* DeliveryStore
    const plans = fc.record({
      broadcast: broadcastPlanArbitrary,
      recipients: recipientPlansArbitrary,
      cut: fc.nat({ max: 6 })
    })
    yield* forAll(plans, Math.ceil((yield* generatedCases) / 3), function* (plan) {
      const broadcast = yield* plannedBroadcast(plan.broadcast)
      const recipients = yield* plannedRecipients(plan.recipients)
      const ref = refOf(broadcast)
      yield* stage(broadcast, recipients.slice(0, plan.cut))
      yield* stage(broadcast, recipients.slice(plan.cut))
      yield* agree("The key", yield* publish(ref), Option.none())
      const found = yield* store.find(ref.workspace, ref.broadcast)
      yield* agree("The broadcast", found, Option.some(broadcast))
      const expected = recipients.map((recipient) => Delivery.newDelivery(ref, recipient, broadcast.createdAt))
      yield* agree("The deliveries", yield* deliveriesOf(ref.workspace, uuidsOf(recipients)), expected)
      yield* agree("The recipients", yield* recipientsOf(ref), expected.map(Delivery.recipientOf))
      const refused = expected.flatMap((row) => refusalOf(row) ?? [])
      yield* agree("The refused ones", yield* store.refused(ref), refused)
      const asGiven = recipients.flatMap(({ identifier, outcome }): ReadonlyArray<RefusedRecipient> =>
        outcome._tag === "Rejected" ? [{ identifier, contact: null, problems: outcome.problems }] : []
      )
      yield* agree("They are as they were given", refused, asGiven)
      const outcomes = { counters: Delivery.countersOf(expected), reasons: Delivery.reasonsOf(expected) }
      yield* agree("The counters", yield* counters.counters(ref), outcomes.counters)
      yield* agree("The reasons", yield* counters.outcomes(ref), outcomes)
    })
  }),

  check("B9: a staged broadcast is not visible, updated or claimed until it is published", function* () {
    const store = yield* BroadcastStore
    const deliveries = yield* DeliveryStore
    const broadcast = yield* newBroadcast()
    const ref = refOf(broadcast)
    yield* stage(broadcast, yield* newRecipients(2))
    yield* isInvisible(ref)
    yield* store.update(ref, { status: "sending", statusReason: "too early", nextCheckAfter: Duration.zero })
    const stopped = yield* claimAlone(ref, { begin: 0, limit: 1, lease: Duration.minutes(1) })
    yield* agree("A claim", stopped, { _tag: "Stopped" })
    yield* stage(broadcast, yield* newRecipients(1, 1, 3))
    yield* isInvisible(ref)
    const contact = ContactUuid.make(yield* nextId)
    const person = {
      workspace: ref.workspace,
      contact,
      mergedFrom: [],
      addresses: [identifierOf(0)],
      until: broadcast.createdAt
    }
    const found = yield* deliveries.ofPerson(person, 10)
    yield* agree("How many a person is erased from nevertheless (C7)", found.length, 2)
    yield* publish(ref)
    yield* agree("What is found then", yield* store.find(ref.workspace, ref.broadcast), Option.some(broadcast))
    yield* agree("What is listed then", yield* listed(ref), counts(4))
  }),

  check(
    "A1, B9: staging an existing uuid is a conflict that stores nothing; published broadcasts are not discarded",
    function* () {
      const store = yield* BroadcastStore
      const { broadcast, recipients, ref } = yield* stored()
      const before = yield* deliveriesOf(ref.workspace, uuidsOf(recipients))
      const more = yield* newRecipients(2, 0, 4)
      yield* conflicts("A published broadcast", stage({ ...broadcast, name: "Other" }, more))
      yield* conflicts("A published broadcast again", publish(ref))
      yield* agree("To discard a published one", yield* store.discard(ref), true)
      yield* agree("The first", yield* store.find(ref.workspace, ref.broadcast), Option.some(broadcast))

      const [first] = recipients
      const [twice, once] = more
      if (first === undefined || twice === undefined || once === undefined) return yield* missing
      const neighbour = yield* newBroadcast({ workspaceUuid: ref.workspace })
      yield* conflicts("A recipient of another broadcast", stage(neighbour, [once, first]))
      yield* conflicts("The same recipient twice", stage(neighbour, [twice, once, twice]))
      yield* conflicts("There is nothing to publish", publish(refOf(neighbour)))
      yield* stage(neighbour, [])
      yield* conflicts("A recipient of another broadcast, later", stage(neighbour, [once, first]))
      yield* publish(refOf(neighbour))
      yield* agree("The recipients of the other", yield* recipientsOf(refOf(neighbour)), [])
      const elsewhere = yield* newBroadcast()
      yield* conflicts("The same recipient twice, elsewhere", stage(elsewhere, [twice, once, twice]))
      yield* stage(elsewhere, [first])
      yield* publish(refOf(elsewhere))
      const theirs = yield* deliveriesOf(elsewhere.workspaceUuid, [first.uuid])
      yield* agree("A1: that of another workspace", theirs.map(Delivery.broadcastOf), [refOf(elsewhere)])
      yield* agree("The deliveries of the first", yield* deliveriesOf(ref.workspace, uuidsOf(recipients)), before)
      yield* agree("The others", yield* deliveriesOf(ref.workspace, [twice.uuid, once.uuid]), [])
    }
  ),

  check("A1: two workspaces stage, publish and discard broadcasts with the same uuid independently", function* () {
    const store = yield* BroadcastStore
    const mine = yield* newBroadcast()
    const theirs = yield* newBroadcast({ uuid: mine.uuid, name: "Theirs" })
    const third = yield* newBroadcast({ uuid: mine.uuid })
    yield* stage(mine, yield* newRecipients(2))
    yield* stage(theirs, yield* newRecipients(1))
    yield* stage(third, yield* newRecipients(3))
    yield* publish(refOf(theirs))
    yield* isInvisible(refOf(mine))
    yield* discard(refOf(third))
    yield* publish(refOf(mine))
    yield* conflicts("The discarded one", publish(refOf(third)))
    for (const [broadcast, count] of [
      [mine, 2],
      [theirs, 1]
    ] as const) {
      const found = yield* store.find(broadcast.workspaceUuid, broadcast.uuid)
      yield* agree("The broadcast", found, Option.some(broadcast))
      yield* agree("Its recipients", (yield* recipientsOf(refOf(broadcast))).length, count)
    }
  }),

  check("A1, B11: each broadcast has its own channel, even if another workspace has the same uuid", function* () {
    const store = yield* BroadcastStore
    const mine = yield* newBroadcast({ channelType: "sms" })
    const theirs = yield* newBroadcast({ uuid: mine.uuid, channelType: "letters" })
    const other = yield* newBroadcast({ workspaceUuid: mine.workspaceUuid })
    const absent = yield* newBroadcast()
    for (const broadcast of [mine, theirs, other]) {
      yield* stage(broadcast, yield* newRecipients(1))
      yield* publish(refOf(broadcast))
    }
    const typesOf = (broadcasts: ReadonlyArray<Broadcast>) =>
      Effect.map(store.channelTypes(broadcasts.map(refOf)), (found) =>
        found.map(({ channelType, ref }) => `${refKey(ref)} ${channelType}`).toSorted()
      )
    const expected = (broadcasts: ReadonlyArray<Broadcast>) =>
      broadcasts.map((broadcast) => `${refKey(refOf(broadcast))} ${broadcast.channelType}`).toSorted()
    yield* agree("All", yield* typesOf([mine, theirs, other, absent]), expected([mine, theirs, other]))
    yield* agree("One", yield* typesOf([theirs]), expected([theirs]))
    yield* agree("None", yield* typesOf([absent]), [])
  }),

  check("B9: a broadcast is discarded in steps, and cannot grow or be published meanwhile", function* () {
    const store = yield* BroadcastStore
    const broadcast = yield* newBroadcast()
    const ref = refOf(broadcast)
    const parts = yield* Effect.forEach([1, 3_001, 6_001], (first) => newRecipients(3_000, 0, first))
    yield* Effect.forEach(parts, (part) => stage(broadcast, part))
    if (!(yield* store.discard(ref))) {
      yield* conflicts("To publish it", publish(ref))
      yield* conflicts("To stage more", stage(broadcast, yield* newRecipients(1, 0, 9_001)))
      yield* isInvisible(ref)
    }
    yield* discard(ref)
    yield* conflicts("To publish it in the end", publish(ref))
    yield* agree("Once more", yield* store.discard(ref), true)
    const uuids = parts.flat().map(({ uuid }) => uuid)
    yield* agree("What is left", yield* deliveriesOf(ref.workspace, uuids), [])
    const next = yield* newBroadcast({ workspaceUuid: ref.workspace })
    yield* stage(next, parts[0] ?? [])
  }),

  check("B9: of a concurrent publication and discard, exactly one succeeds completely", function* () {
    const store = yield* BroadcastStore
    for (let round = 0; round < 16; round++) {
      const broadcast = yield* newBroadcast()
      const ref = refOf(broadcast)
      const recipients = yield* newRecipients(5)
      yield* stage(broadcast, recipients)
      const steps = [Effect.asVoid(publish(ref)), discard(ref)]
      const results = yield* Effect.all(
        (round % 2 === 0 ? steps : steps.toReversed()).map((step) => Effect.result(step)),
        { concurrency: "unbounded" }
      )
      const refused = results.filter(Result.isFailure).map(({ failure }) => failure.reason)
      const found = yield* store.find(ref.workspace, ref.broadcast)
      const left = yield* deliveriesOf(ref.workspace, uuidsOf(recipients))
      yield* agree("What is left", left.length, Option.isSome(found) ? 5 : 0)
      yield* agree("Who fails", refused, Option.isSome(found) ? [] : ["Conflict"])
    }
  }),

  check("the store's clock advances", function* () {
    const store = yield* BroadcastStore
    const before = yield* store.now
    yield* TestClock.adjust("1 second")
    yield* agree("A second later", (yield* store.now).epochMilliseconds, before.epochMilliseconds + 1_000)
  })
]

const missing = Effect.fail(new Discrepancy({ message: "There is no recipient" }))
