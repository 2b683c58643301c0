import {
  type AccessTokenStore,
  BroadcastStore,
  BroadcastUuid,
  type NewRecipient,
  nextId,
  type Recipient,
  RecipientUuid
} from "@rollcall/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { agree, type Check, check } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { broadcastArbitrary, newRecipientsArbitrary } from "./BroadcastArbitrary.ts"
import { accounts, newBroadcast, refOf, stored, takeAllDue } from "./Fixture.ts"

/** What a store shows of a recipient that was just accepted or refused. */
const opened = (broadcast: BroadcastUuid, now: Recipient["updatedAt"]) => (recipient: NewRecipient, index: number) => ({
  uuid: recipient.uuid,
  broadcastUuid: broadcast,
  position: index + 1,
  identifier: recipient.identifier,
  clientReference: recipient.clientReference,
  status: recipient.outcome._tag === "Accepted" ? ("pending" as const) : ("rejected" as const),
  error: recipient.outcome._tag === "Accepted" ? null : recipient.outcome.error,
  deliveredAt: null,
  updatedAt: now
})

/** What `insert` promises, and what is read back of it (B9). */
export const acceptanceChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B9: gives back what was accepted: the broadcast, its recipients in order, and what is to be sent to them",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const now = yield* store.now
      const recipients = newRecipientsArbitrary({ minLength: 1, maxLength: 5 })
      const accepted = fc.record({ broadcast: broadcastArbitrary(workspace, now), recipients })
      yield* forAll(accepted, Math.ceil((yield* generatedCases) / 3), ({ broadcast, recipients }) =>
        Effect.gen(function* () {
          const uuid = BroadcastUuid.make(yield* nextId)
          const fresh = yield* Effect.forEach(recipients, (recipient) =>
            Effect.map(nextId, (id) => ({ ...recipient, uuid: RecipientUuid.make(id) }))
          )
          const now = yield* store.now
          const due = { ...broadcast, uuid, scheduledAt: now, validUntil: null }
          const ref = refOf(due)
          yield* store.insert(due, fresh)
          yield* agree("The broadcast", yield* store.find(workspace, uuid), Option.some(due))
          yield* agree("The recipients", yield* accounts(ref), fresh.map(opened(uuid, now)))

          yield* takeAllDue
          const claim = yield* store.claim(ref, { limit: 100, lease: Duration.seconds(1) })
          const sent = claim._tag === "Claimed" ? claim.recipients : []
          const expected = fresh.flatMap(({ identifier, outcome, uuid }) =>
            outcome._tag === "Accepted"
              ? [{ uuid, identifier, parameters: outcome.parameters, attempt: 1, retries: 0 }]
              : []
          )
          yield* agree("What is to be sent", sent, expected)
        })
      )
    })
  ),

  check(
    "B3: keeps the schedule and the validity of a broadcast to the millisecond",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const cases = Math.ceil((yield* generatedCases) / 3)
      yield* forAll(broadcastArbitrary(workspace, yield* store.now), cases, (broadcast) =>
        Effect.gen(function* () {
          const fresh = { ...broadcast, uuid: BroadcastUuid.make(yield* nextId) }
          yield* store.insert(fresh, [])
          yield* agree("The broadcast", yield* store.find(workspace, fresh.uuid), Option.some(fresh))
        })
      )
    })
  ),

  check(
    "B13: counts who was accepted and who was refused from the first moment",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { broadcast, ref } = yield* stored({}, { accepted: 3, refused: 2 })
      const counters = { recipients: 3, sent: 0, delivered: 0, read: 0, rejected: 2, failed: 0 }
      const details = yield* store.details(ref.workspace, ref.broadcast)
      yield* agree("The details", details, Option.some({ broadcast, counters }))
    })
  ),

  check(
    "B7: a broadcast may have no recipient, or none that was accepted",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const refused of [0, 2]) {
        const { ref } = yield* stored({}, { accepted: 0, refused })
        yield* agree("The accounts", (yield* accounts(ref)).length, refused)
        yield* takeAllDue
        const claim = yield* store.claim(ref, { limit: 10, lease: Duration.seconds(1) })
        yield* agree("A claim", claim, { _tag: "Drained" })
        yield* agree("It completes", yield* store.completeIfDone(ref), true)
      }
    })
  ),

  check(
    "finds nothing of a broadcast that nobody made",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { uuid, workspaceUuid } = yield* newBroadcast()
      const ref = { workspace: workspaceUuid, broadcast: uuid }
      yield* agree("find", yield* store.find(workspaceUuid, uuid), Option.none())
      yield* agree("details", yield* store.details(workspaceUuid, uuid), Option.none())
      const page = yield* store.recipients(workspaceUuid, uuid, null, { limit: 10, offset: 0 })
      yield* agree("recipients", page, { items: [], total: 0 })
      const moved = yield* store.move(ref, "cancelled", { reason: null, pendingError: "x" })
      yield* agree("move", moved, Option.none())
      yield* agree("completeIfDone", yield* store.completeIfDone(ref), false)
      const claim = yield* store.claim(ref, { limit: 1, lease: Duration.seconds(1) })
      yield* agree("claim", claim, { _tag: "Stopped" })
    })
  ),

  check(
    "the store's clock goes on",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const before = yield* store.now
      yield* TestClock.adjust("1 second")
      yield* agree("A second later", (yield* store.now).epochMilliseconds, before.epochMilliseconds + 1_000)
    })
  )
]
