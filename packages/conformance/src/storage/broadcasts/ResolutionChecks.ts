import { systemCaller } from "@rollcall/core"
import { erasedProblem } from "@rollcall/core/sending"
import { ContactErasure } from "@rollcall/core/people"
import { type BroadcastRef, BroadcastStore, Delivery, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check, conflicts } from "../shared/Check.ts"
import { inTransaction } from "../shared/Fixture.ts"
import {
  counts,
  deliveriesOf,
  discard,
  identifierOf,
  listed,
  newBroadcast,
  newRecipients,
  recipientsOf,
  refOf,
  stage,
  stored
} from "../fixtures/BroadcastFixture.ts"

const dueAfter = Duration.minutes(1)

/** Creates a published, incomplete broadcast without recipients. Default: in a new workspace. */
const opened = Effect.fnUntraced(function* (fields: Parameters<typeof newBroadcast>[0] = {}) {
  const store = yield* BroadcastStore
  const broadcast = yield* newBroadcast({ status: "resolving", ...fields, isComplete: false })
  yield* agree("The key", yield* inTransaction(store.open(broadcast, null)), Option.none())
  return { broadcast, ref: refOf(broadcast) }
})

/**
 * Begins an attempt to resolve a broadcast's audience, and returns the attempt's number; 0 if the broadcast is not due.
 */
const begin = Effect.fnUntraced(function* ({ broadcast }: BroadcastRef) {
  const store = yield* BroadcastStore
  const due = yield* store.claimUnresolved({ limit: 1_000, dueAfter })
  return due.find(({ ref }) => ref.broadcast === broadcast)?.attempt ?? 0
})

/** Makes a broadcast complete and `scheduled`, in one step. */
const finish = Effect.fnUntraced(function* (ref: BroadcastRef, attempt: number) {
  const store = yield* BroadcastStore
  const scheduled = store.update(ref, { status: "scheduled", nextCheckAfter: Duration.zero })
  yield* inTransaction(Effect.andThen(store.complete(ref, attempt), scheduled))
})

/** Fails unless listings and counters have the expected numbers of recipients. */
const agreeOnSeen = Effect.fnUntraced(function* (ref: BroadcastRef, expected: ReadonlyArray<Delivery.Delivery>) {
  const deliveries = yield* DeliveryStore
  yield* agree("What is listed", yield* listed(ref), counts(expected.length))
  yield* agree("The counters", yield* deliveries.counters(ref), Delivery.countersOf(expected))
})

/** Checks that recipients stay hidden until the audience is fully resolved. */
export const resolutionChecks: ReadonlyArray<Check> = [
  check("R5: an audience's recipients are visible once all are stored, each tied to its contact", function* () {
    const [store, deliveries] = [yield* BroadcastStore, yield* DeliveryStore]
    const { broadcast, ref } = yield* opened()
    const found = store.find(ref.workspace, ref.broadcast)
    yield* agree("The broadcast", yield* found, Option.some(broadcast))
    yield* agree("Before the first attempt", yield* store.progress(ref), Option.none())
    const attempt = yield* begin(ref)
    yield* agree("At its beginning", yield* store.progress(ref), Option.some({ contacts: null, resolved: 0 }))
    const { workspace: workspaceUuid } = ref
    const holder = yield* storedContact({ workspaceUuid, chatappId: identifierOf(0) })
    const chosen = yield* storedContact({ workspaceUuid, chatappId: "4915" })
    const [first, second, third, fourth] = yield* newRecipients(3, 1)
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) return
    yield* store.expectContacts(ref, attempt, 4)
    yield* store.extend(ref, attempt, [{ ...first, contact: chosen.uuid }, second], dueAfter)
    const byAddress = { ...third, identifier: identifierOf(0), address: identifierOf(0) }
    yield* store.extend(ref, attempt, [byAddress, { ...fourth, address: identifierOf(0), contact: null }], dueAfter)
    yield* agree("In the end", yield* store.progress(ref), Option.some({ contacts: 4, resolved: 4 }))
    yield* agreeOnSeen(ref, [])
    const person = { workspace: workspaceUuid, contact: chosen.uuid, mergedFrom: [], addresses: [] }
    const until = { at: DateTime.makeUnsafe(Date.UTC(9000, 0, 1)), uuid: ref.broadcast, index: 0 }
    yield* agree("The timeline", yield* deliveries.messagesBefore(person, until, 10), [])
    const erased = yield* deliveries.ofPerson({ ...person, until: broadcast.createdAt }, 10)
    yield* agree("From whom it is erased nevertheless (C7)", erased, [{ ref, uuid: first.uuid, isOver: false }])
    yield* finish(ref, attempt)
    const complete = { ...broadcast, status: "scheduled" as const, isComplete: true }
    yield* agree("The complete one", yield* found, Option.some(complete))
    const now = yield* store.now
    const ties = [
      [first, chosen.uuid],
      [second, null],
      [byAddress, holder.uuid],
      [{ ...fourth, address: null }, null]
    ] as const
    const expected = ties.map(([recipient, contact]) => Delivery.newDelivery(ref, recipient, now, contact))
    yield* agree(
      "The deliveries",
      yield* deliveriesOf(
        ref.workspace,
        expected.map(({ uuid }) => uuid)
      ),
      expected
    )
    yield* agree("The recipients", yield* recipientsOf(ref), expected.map(Delivery.recipientOf))
    yield* agree("The counters", yield* deliveries.counters(ref), Delivery.countersOf(expected))
    yield* agree("The timeline then", (yield* deliveries.messagesBefore(person, until, 10)).length, 1)
    yield* agree("It is not resolved again", yield* begin(ref), 0)
    yield* discard(ref)
    yield* agree("What a discard leaves", (yield* recipientsOf(ref)).length, 4)
  }),

  check(
    "R5: only the newest attempt stores recipients, and the recipients of earlier attempts are removed",
    function* () {
      const store = yield* BroadcastStore
      const { ref } = yield* opened()
      const old = yield* begin(ref)
      const left = yield* newRecipients(2_500)
      yield* store.extend(ref, old, left, dueAfter)
      yield* TestClock.adjust("59 seconds")
      yield* agree("Not yet due", yield* begin(ref), 0)
      yield* store.extend(ref, old, yield* newRecipients(1, 0, 2_501), dueAfter)
      yield* TestClock.adjust("59 seconds")
      yield* agree("It was put off", yield* begin(ref), 0)
      yield* TestClock.adjust("1 second")
      const attempt = yield* begin(ref)
      yield* agree("The next attempt", attempt, old + 1)
      const more = yield* newRecipients(1, 1)
      for (const stale of [old, attempt + 1]) {
        yield* conflicts("To extend", store.extend(ref, stale, more, dueAfter))
        yield* conflicts("To remove", store.discardRecipients(ref, stale, dueAfter))
        yield* conflicts("To expect", store.expectContacts(ref, stale, 9))
        yield* conflicts("To complete", inTransaction(store.complete(ref, stale)))
      }
      yield* conflicts("A uuid that is there", store.extend(ref, attempt, left.slice(0, 1), dueAfter))
      yield* agree("Nothing was counted", yield* store.progress(ref), Option.some({ contacts: null, resolved: 0 }))
      yield* Effect.repeat(store.discardRecipients(ref, attempt, dueAfter), { until: (isGone) => isGone })
      yield* agree(
        "What is left",
        yield* deliveriesOf(
          ref.workspace,
          left.map(({ uuid }) => uuid)
        ),
        []
      )
      yield* store.extend(ref, attempt, more, dueAfter)
      yield* finish(ref, attempt)
      yield* agreeOnSeen(
        ref,
        yield* deliveriesOf(
          ref.workspace,
          more.map(({ uuid }) => uuid)
        )
      )
      yield* conflicts("To extend a complete one", store.extend(ref, attempt, yield* newRecipients(1, 0, 3), dueAfter))
    }
  ),

  check("R5: a broadcast that ends while incomplete is kept, and loses its recipients", function* () {
    const store = yield* BroadcastStore
    for (const status of ["cancelled", "expired", "failed"] as const) {
      const { broadcast, ref } = yield* opened()
      const attempt = yield* begin(ref)
      const recipients = yield* newRecipients(2_001, 1)
      yield* store.extend(ref, attempt, recipients, dueAfter)
      yield* agree("A discard meanwhile", yield* store.discard(ref), true)
      yield* store.update(ref, { status, nextCheckAfter: null })
      yield* conflicts("To extend", store.extend(ref, attempt, yield* newRecipients(1, 0, 2_003), dueAfter))
      yield* conflicts("To complete", inTransaction(store.complete(ref, attempt)))
      const abandoned = Effect.map(store.claimAbandoned({ limit: 1_000, nextCheckAfter: dueAfter }), (refs) =>
        refs.filter(({ workspace }) => workspace === ref.workspace)
      )
      yield* agree(
        "What is abandoned",
        (yield* abandoned).map(({ broadcast }) => broadcast),
        [ref.broadcast]
      )
      yield* agree("While it is claimed", yield* abandoned, [])
      yield* agreeOnSeen(ref, [])
      yield* discard(ref)
      yield* agree(
        "What is left",
        yield* deliveriesOf(
          ref.workspace,
          recipients.map(({ uuid }) => uuid)
        ),
        []
      )
      yield* TestClock.adjust("1 day")
      yield* agree("It is not claimed again", yield* abandoned, [])
      yield* agree("Nor resolved", yield* begin(ref), 0)
      const found = yield* store.find(ref.workspace, ref.broadcast)
      yield* agree("The broadcast", found, Option.some({ ...broadcast, status }))
      yield* agreeOnSeen(ref, [])
    }
  }),

  check("A1, B4: a key is stored once, with the broadcast it opened, and an existing uuid is a conflict", function* () {
    const store = yield* BroadcastStore
    const { broadcast, ref } = yield* opened()
    const again = inTransaction(store.open({ ...broadcast, name: "Other" }, null))
    yield* conflicts("The same uuid", again)
    const record = { fingerprint: "print", response: "{}" }
    const next = yield* newBroadcast({ workspaceUuid: ref.workspace, status: "resolving", isComplete: false })
    yield* conflicts("The same uuid with a key", inTransaction(store.open(broadcast, { key: "key", record })))
    yield* agree("The key is free", yield* store.findIdempotencyKey(ref.workspace, "key"), Option.none())
    yield* agree("The first", yield* inTransaction(store.open(next, { key: "key", record })), Option.none())
    const other = yield* newBroadcast({ workspaceUuid: ref.workspace, status: "resolving", isComplete: false })
    const opening = inTransaction(store.open(other, { key: "key", record: { ...record, fingerprint: "other" } }))
    yield* agree("The second", yield* opening, Option.some(record))
    yield* agree("What the second left", yield* store.find(ref.workspace, other.uuid), Option.none())
    const theirs = yield* newBroadcast({ uuid: broadcast.uuid, status: "resolving", isComplete: false })
    yield* inTransaction(store.open(theirs, { key: "key", record }))
    yield* agree("The first one is", yield* store.find(ref.workspace, ref.broadcast), Option.some(broadcast))
    const staged = yield* newBroadcast()
    yield* stage(staged, [])
    yield* conflicts("A staged uuid", inTransaction(store.open(staged, null)))
    const published = yield* stored()
    yield* conflicts("A published uuid", inTransaction(store.open(published.broadcast, null)))
    yield* agree("What was published", yield* store.progress(published.ref), Option.none())
  }),

  check("C7: erasing a contact removes its data from hidden recipients", function* () {
    const [store, erasure] = [yield* BroadcastStore, yield* ContactErasure]
    const { ref } = yield* opened()
    const attempt = yield* begin(ref)
    const contact = yield* storedContact({ workspaceUuid: ref.workspace, chatappId: identifierOf(0) })
    const [first, second] = yield* newRecipients(2)
    if (first === undefined || second === undefined) return
    yield* store.extend(
      ref,
      attempt,
      [
        { ...first, contact: contact.uuid },
        { ...second, contact: null }
      ],
      dueAfter
    )
    const receipt = yield* erasure.erase(systemCaller(ref.workspace), contact.uuid)
    yield* agree("How many", receipt.recipients, 1)
    yield* finish(ref, attempt)
    const seen = (yield* recipientsOf(ref)).map(({ identifier, reason, status }) => ({ identifier, reason, status }))
    yield* agree("The recipients", seen, [
      { identifier: "", reason: erasedProblem.reason, status: "rejected" },
      { identifier: second.identifier, reason: null, status: "pending" }
    ])
  })
]
