import { assert } from "@effect/vitest"
import { claimAlone } from "@rollcall/conformance/storage"
import { correlationOf, type DeliveryReceipt } from "@rollcall/core/channel"
import {
  applyReceipts,
  recordOutcomes,
  resolveUnknown,
  type Selection,
  type SelectionPart,
  transition
} from "@rollcall/core/sending"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { AudienceStore, BroadcastStore, ContactStore, DeliveryStore, OptOutStore } from "@rollcall/core/storage"
import { WorkspaceUuid } from "@rollcall/core"
import { DateTime, Duration, Effect, Stream } from "effect"
import {
  accept,
  broadcastOf,
  contactOf,
  instant,
  layerWithClient,
  recipientsUpTo,
  refOf,
  workspace
} from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const broadcast = broadcastOf(1, { validUntil: DateTime.addDuration(instant, "1 day") })
const ref = refOf(broadcast)
const recipients = recipientsUpTo(5)
const page = { limit: 10, offset: 0 }

const receipt = (changes: Partial<DeliveryReceipt>): DeliveryReceipt => ({
  workspaces: "all",
  correlation: null,
  messageId: "message 1",
  status: "delivered",
  error: null,
  reason: null,
  at: instant,
  ...changes
})

suite(layerWithClient(":memory:"))("frequent statements of workers and readers scan no table", (test) => {
  test("from the acceptance of a broadcast to its end", function* () {
    const broadcasts = yield* BroadcastStore
    const deliveries = yield* DeliveryStore
    const plans = yield* explain(
      Effect.gen(function* () {
        yield* accept(broadcast, recipients)
        yield* broadcasts.claimDue({ limit: 100, nextCheckAfter: Duration.seconds(30) })
        yield* transition(ref, "start")
        yield* broadcasts.update(ref, { nextCheckAfter: Duration.seconds(30) })
        yield* deliveries.takePermits(workspace, broadcast.from, 100, { perSecond: 80, burst: 80 })
        const claim = yield* claimAlone(ref, { begin: 0, limit: 4, lease: Duration.seconds(60) })
        assert(claim._tag === "Claimed")
        const [first, second, third] = claim.deliveries
        assert(first !== undefined && second !== undefined && third !== undefined)
        yield* deliveries.beginSends(ref, claim.deliveries.slice(0, 3), Duration.seconds(60))
        yield* applyReceipts("chatapp", [receipt({}), receipt({ messageId: "message 9", status: "read" })])
        yield* recordOutcomes(ref, [
          { _tag: "Accepted", uuid: first.uuid, attempt: 1, messageId: "message 1" },
          { _tag: "Retry", uuid: second.uuid, attempt: 1, delay: Duration.seconds(1), counts: true }
        ])
        yield* applyReceipts("chatapp", [
          receipt({ status: "read" }),
          receipt({ correlation: correlationOf(ref.workspace, third.uuid) })
        ])
        yield* deliveries.expireLeases({ limit: 500, askAgainAfter: Duration.seconds(60) })
        yield* resolveUnknown([{ ref, uuid: third.uuid, attempt: 1, resolution: { _tag: "Unknown" } }])
        yield* deliveries.counters(ref)
        yield* transition(ref, "cancel")
        yield* broadcasts.stage(broadcastOf(2), recipientsUpTo(9).slice(5), Duration.minutes(5))
        yield* broadcasts.discard(refOf(broadcastOf(2)))
      })
    )
    assert.isAbove(plans.length, 30)
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })

  test("B26: when workspaces take turns", function* () {
    const store = yield* BroadcastStore
    const another = WorkspaceUuid.make("00000000-0000-4000-8000-0000000000f2")
    yield* accept(broadcastOf(20), [])
    yield* accept(broadcastOf(21), [])
    yield* accept(broadcastOf(22, { workspaceUuid: another }), [])
    const claimOne = store.claimDue({ limit: 1, nextCheckAfter: Duration.seconds(30) })
    yield* claimOne
    const plans = yield* explain(claimOne)
    const steps = plans.flatMap(({ steps }) => steps)
    const index = "INDEX broadcasts_by_turn"
    assert.lengthOf(plans, 3)
    assert.include(steps, `SEARCH broadcasts USING ${index} (workspace_uuid>?)`)
    assert.include(steps, `SEARCH broadcasts USING ${index} (workspace_uuid>? AND (workspace_uuid,look_at)<(?,?))`)
    assert.notInclude(steps.join(), "broadcasts_by_next_check")
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })

  test("while a broadcast is followed", function* () {
    const broadcasts = yield* BroadcastStore
    const deliveries = yield* DeliveryStore
    const filter = { broadcast: null, clientReferences: null, updatedAfter: null }
    const own = { ...filter, broadcast: broadcast.uuid }
    const plans = yield* explain(
      Effect.all([
        broadcasts.find(workspace, broadcast.uuid),
        deliveries.counters(ref),
        deliveries.recipients(workspace, own, page),
        deliveries.recipients(workspace, { ...own, updatedAfter: instant }, page),
        deliveries.recipients(workspace, { ...filter, clientReferences: ["reference 1", "x"] }, page),
        deliveries.recipients(workspace, { ...filter, updatedAfter: instant }, page),
        broadcasts.findIdempotencyKey(workspace, "spring"),
        broadcasts.pruneIdempotencyKeys({ keepFor: Duration.days(30), limit: 10 })
      ])
    )
    assert.lengthOf(plans, 8)
    // The index of broadcasts that are not complete contains only the few that are being accepted or resolved.
    const others = exhaustiveSteps(plans).filter((step) => !step.includes("broadcasts_incomplete"))
    assert.deepStrictEqual(others, [])
  })

  test("R5: from the first attempt to resolve an audience to its end, and to the removal of leftovers", function* () {
    const store = yield* BroadcastStore
    const dueAfter = Duration.seconds(60)
    const opened = broadcastOf(2, { status: "resolving", isComplete: false })
    const cancelled = broadcastOf(3, { status: "cancelled", isComplete: false })
    const newest = refOf(opened)
    const plans = yield* explain(
      Effect.gen(function* () {
        yield* store.open(opened, null)
        yield* store.open(cancelled, null)
        yield* store.claimUnresolved({ limit: 10, dueAfter })
        yield* store.discardRecipients(newest, 1, dueAfter)
        yield* store.expectContacts(newest, 1, 2)
        const tied = recipientsUpTo(7)
          .slice(5)
          .map((recipient) => ({ ...recipient, contact: contactOf(1, {}).uuid }))
        yield* store.extend(newest, 1, tied, dueAfter)
        yield* store.progress(newest)
        yield* store.complete(newest, 1)
        yield* store.claimAbandoned({ limit: 10, nextCheckAfter: dueAfter })
        yield* store.discard(refOf(cancelled))
      })
    )
    const steps = plans.flatMap(({ steps }) => steps)
    assert.include(steps, "SEARCH broadcasts USING INDEX broadcasts_by_next_check (look_at<?)")
    assert.include(steps, "SEARCH broadcasts USING INDEX broadcasts_abandoned (look_at<?)")
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })

  test("R2: an audience is read in the order of its contacts' index, or by the members of a list", function* () {
    const store = yield* AudienceStore
    const everybody: SelectionPart = { _tag: "Satisfying", condition: { _tag: "All", conditions: [] } }
    const members: SelectionPart = { _tag: "Satisfying", condition: { _tag: "MemberOf", set: broadcast.uuid } }
    const recipients: SelectionPart = { _tag: "Recipients", broadcast: broadcast.uuid, statuses: ["sent", "read"] }
    const stepsOf = (selection: Selection) =>
      Effect.map(explain(Stream.runDrain(store.walk(workspace, selection, 10))), (plans) =>
        plans.flatMap(({ steps }) => steps)
      )
    const whole = yield* stepsOf({ include: [everybody], exclude: [members] })
    assert.include(whole, "SEARCH contacts USING INDEX contacts_by_created_at (workspace_uuid=?)")
    assert.isFalse(
      whole.some((step) => step.includes("ORDER BY") || step.startsWith("SCAN")),
      whole.join("\n")
    )
    const listed = yield* stepsOf({ include: [members], exclude: [recipients] })
    assert.include(listed, "SEARCH contacts USING INDEX contacts_by_uuid (workspace_uuid=? AND uuid=?)")
    assert.isTrue(
      listed.some((step) => /^SEARCH broadcast_recipients .*broadcast_uuid=\?/.test(step)),
      listed.join("\n")
    )
  })

  test("a broadcast's pending recipients are found by an index of only them, in order", function* () {
    const store = yield* DeliveryStore
    const plans = yield* explain(store.claim(ref, { waits: true, begin: 0, limit: 4, lease: Duration.seconds(60) }))
    const steps = plans.flatMap(({ steps }) => steps)
    assert.include(
      steps,
      "SEARCH broadcast_recipients USING INDEX recipients_pending (workspace_uuid=? AND broadcast_uuid=?)"
    )
    assert.isFalse(steps.some((step) => step.includes("TEMP B-TREE")))
  })

  test("C8: opt-outs are found by their digests, and unsent recipients by their numbers", function* () {
    const optOuts = yield* OptOutStore
    const deliveries = yield* DeliveryStore
    const plans = yield* explain(
      Effect.all([
        optOuts.find(workspace, ["4917000000001", "4917000000002"]),
        optOuts.isEmpty(workspace),
        optOuts.ofHolders(workspace, ["4917000000001", "4917000000002"]),
        optOuts.add(workspace, [{ key: "4917000000001", isDirect: true, contact: null, address: "4917000000001" }], {
          scope: "all",
          source: "message",
          by: null
        }),
        optOuts.remove(workspace, [{ key: "4917000000001", scope: "all" }]),
        optOuts.forget(workspace, { people: ["contact"], keys: ["4917000000001"] }),
        deliveries.unsentTo(workspace, ["4917000000001", "4917000000002"]),
        deliveries.otherAddresses(workspace, ["4917000000001", "4917000000002"])
      ])
    )
    const steps = plans.flatMap(({ steps }) => steps).filter((step) => /opt_outs|broadcast_recipients/.test(step))
    const byDigest = "SEARCH opt_outs USING PRIMARY KEY (workspace_uuid=? AND digest=?)"
    const byNumber =
      "SEARCH broadcast_recipients USING INDEX recipients_by_identifier (workspace_uuid=? AND identifier=?)"
    const otherwise = "SEARCH broadcast_recipients USING INDEX recipients_by_address (workspace_uuid=? AND address=?)"
    const byWriter = "SEARCH broadcast_recipients USING INDEX recipients_by_writer (workspace_uuid=? AND writes_from=?)"
    const any = "SEARCH opt_outs USING PRIMARY KEY (workspace_uuid=? AND digest>?)"
    const ofScope = "SEARCH opt_outs USING PRIMARY KEY (workspace_uuid=? AND digest=? AND scope=?)"
    const ofPerson = [
      "SEARCH opt_outs EXISTS USING COVERING INDEX opt_outs_by_contact (workspace_uuid=? AND contact_uuid>?)",
      "SEARCH people USING INDEX opt_outs_by_contact (workspace_uuid=? AND contact_uuid=?)"
    ]
    assert.deepStrictEqual(steps, [
      byDigest,
      any,
      ...ofPerson,
      ...ofPerson,
      ofScope,
      byDigest,
      byDigest,
      byNumber,
      otherwise,
      byWriter,
      byNumber,
      otherwise
    ])
  })

  test("a page of a workspace's broadcasts is read in the order of an index", function* () {
    const store = yield* BroadcastStore
    const stepsOf = Effect.fnUntraced(function* (status: "sending" | null) {
      const [plan] = yield* explain(store.list(workspace, status, page))
      return plan?.steps ?? []
    })
    const all = yield* stepsOf(null)
    assert.include(all, "SEARCH broadcasts USING INDEX broadcasts_newest (workspace_uuid=?)")
    const sending = yield* stepsOf("sending")
    const byStatus = "INDEX broadcasts_newest_by_status (workspace_uuid=? AND status=?)"
    assert.include(sending, `SEARCH broadcasts USING ${byStatus}`)
    assert.include(sending, `SEARCH broadcasts USING COVERING ${byStatus}`)
  })

  test("when one contact is stored, read and changed", function* () {
    const store = yield* ContactStore
    const contact = contactOf(1, { email: "ada@example.com" })
    const plans = yield* explain(
      Effect.all([
        store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] }),
        store.find(workspace, contact.uuid),
        store.save({ created: [], changed: [contactWrite(digitForms, "contact.updated", contact)] })
      ])
    )
    assert.lengthOf(plans, 5)
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })
})
