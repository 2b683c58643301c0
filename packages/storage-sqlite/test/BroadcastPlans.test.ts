import { assert, layer } from "@effect/vitest"
import { BroadcastStore, ContactStore, neverSent, type Receipt } from "@rollcall/core"
import { DateTime, Duration, Effect } from "effect"
import { broadcastOf, contactOf, instant, layerWithClient, recipientsUpTo, refOf, workspace } from "./Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"

const broadcast = broadcastOf(1, { validUntil: DateTime.addDuration(instant, "1 day") })
const ref = refOf(broadcast)
const recipients = recipientsUpTo(5)
const page = { limit: 10, offset: 0 }

const receipt = (changes: Partial<Receipt>): Receipt => ({
  correlation: null,
  messageId: "message 1",
  status: "delivered",
  error: null,
  at: instant,
  ...changes
})

layer(layerWithClient(":memory:"))("what workers and readers ask all the time looks at no table as a whole", (it) => {
  it.effect("from acceptance to completion", () =>
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const plans = yield* explain(
        Effect.gen(function* () {
          yield* store.insert(broadcast, recipients)
          yield* store.expireOverdue({ limit: 100, pendingError: neverSent("expired") })
          yield* store.takeDue({ limit: 100, lookAgainAfter: Duration.seconds(30) })
          yield* store.lookAgain(ref, Duration.seconds(30))
          yield* store.takeSendSlots(workspace, broadcast.from, 100, { perSecond: 80, burst: 80 })
          const claim = yield* store.claim(ref, { limit: 4, lease: Duration.seconds(60) })
          assert(claim._tag === "Claimed")
          const [first, second, third] = claim.recipients
          assert(first !== undefined && second !== undefined && third !== undefined)
          yield* store.applyReceipts([receipt({}), receipt({ messageId: "message 9", status: "read" })])
          yield* store.recordOutcomes(
            ref,
            [
              { _tag: "Taken", uuid: first.uuid, attempt: 1, messageId: "message 1" },
              { _tag: "Retry", uuid: second.uuid, attempt: 1, delay: Duration.seconds(1), counts: true }
            ],
            neverSent
          )
          yield* store.applyReceipts([receipt({ status: "read" }), receipt({ correlation: third.uuid })])
          yield* store.surrenderLeases({ limit: 500, askAgainAfter: Duration.seconds(60) })
          yield* store.settle([{ ref, uuid: third.uuid, attempt: 1, record: { _tag: "Untold" } }], neverSent)
          yield* store.completeIfDone(ref)
          yield* store.move(ref, "cancelled", { reason: null, pendingError: neverSent("cancelled") })
        })
      )
      assert.isAbove(plans.length, 30)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
    })
  )

  it.effect("and following a broadcast", () =>
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const filter = { broadcast: null, clientReferences: null, updatedAfter: null }
      const plans = yield* explain(
        Effect.all([
          store.find(workspace, broadcast.uuid),
          store.details(workspace, broadcast.uuid),
          store.recipients(workspace, broadcast.uuid, null, page),
          store.recipients(workspace, broadcast.uuid, instant, page),
          store.statuses(workspace, { ...filter, broadcast: broadcast.uuid }, page),
          store.statuses(workspace, { ...filter, clientReferences: ["reference 1", "reference 2"] }, page),
          store.statuses(workspace, { ...filter, updatedAfter: instant }, page),
          store.findIdempotencyKey(workspace, "spring")
        ])
      )
      assert.lengthOf(plans, 8)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
    })
  )

  it.effect("the counters of a broadcast are read from an index alone", () =>
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const plans = yield* explain(store.details(workspace, broadcast.uuid))
      assert.include(
        plans.flatMap(({ steps }) => steps),
        "SEARCH broadcast_recipients USING COVERING INDEX recipients_by_status (workspace_uuid=? AND broadcast_uuid=?)"
      )
    })
  )

  it.effect("and neither does what is done to one contact", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const contact = contactOf(1, { email: "ada@example.com" })
      const plans = yield* explain(
        Effect.all([
          store.save({ created: [{ contact, changes: [] }], changed: [] }),
          store.find(workspace, contact.uuid),
          store.save({ created: [], changed: [{ contact, changes: [] }] })
        ])
      )
      assert.lengthOf(plans, 3)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
    })
  )
})
