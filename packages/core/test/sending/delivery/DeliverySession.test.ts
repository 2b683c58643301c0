import { assert, describe, it } from "@effect/vitest"
import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import type { DeliveryReceipt } from "@rollcall/core/channel"
import { impersonalProblem, refKey } from "@rollcall/core/sending"
import { Delivery, type UnmatchedReceipt } from "@rollcall/core/storage"
import { Duration } from "effect"
import { DeliverySession } from "../../../src/sending/delivery/DeliverySession.ts"
import { recordOutcomes, resolveUnknown } from "../../../src/sending/delivery/RecordOutcomes.ts"
import { ReceiptMatching, type ReportedReceipt, toUnmatched } from "../../../src/sending/delivery/ReceiptMatching.ts"
import { applyReceipts } from "../../../src/sending/delivery/Receipts.ts"
import {
  accepted,
  address,
  at,
  correlationOfRow,
  digest,
  now,
  receipt,
  record,
  ref,
  sending,
  sent,
  unknown
} from "./Rows.ts"
import { numbered, stepsOf } from "./Steps.ts"
import { test } from "../../Suite.ts"

const [first, second] = [numbered(sending, 1), numbered(sending, 2)]

const stranger = WorkspaceUuid.make("0198a5c0-0000-7000-8000-00000000000f")
const channelType = "chatapp"
const channelTypes = new Map([[refKey(ref), channelType]])

/** A receipt that names no delivery but by its message id. */
const anonymous = (
  status: DeliveryReceipt["status"],
  millis: number,
  messageId = "m-1",
  change: Partial<ReportedReceipt> = {}
): ReportedReceipt => ({ ...receipt(status, millis, { correlation: null, messageId }), channelType, ...change })

/** The same, as it is kept. */
const kept = (...given: Parameters<typeof anonymous>) => toUnmatched(anonymous(...given), digest)

const sessionOf = (locked: ReadonlyArray<Delivery.Delivery>, unmatched: ReadonlyArray<UnmatchedReceipt> = []) =>
  new DeliverySession(locked, channelTypes, unmatched, digest, now)

/** What there is to save after a session. */
const results = (session: DeliverySession) => ({
  changed: session.changed(),
  effects: session.effects,
  matched: session.receipts.matched,
  unmatched: session.receipts.unmatched()
})

describe("a session (B11)", () => {
  it("has nothing to save if nothing changed", () => {
    const session = sessionOf([first], kept("read", 7))
    session.put(first)
    assert.deepStrictEqual(results(session), { changed: [], effects: [], matched: [], unmatched: [] })
  })

  it("changes only locked deliveries", () => {
    const session = sessionOf([first])
    session.put(record(second, accepted))
    assert.isUndefined(session.get(second.uuid))
    assert.deepStrictEqual(session.changed(), [])
  })

  it("applies unmatched receipts once their message id is known, in the order they were kept", () => {
    const unmatched = [...kept("delivered", 5), ...kept("read", 7), ...kept("read", 8, "m-2")]
    const session = sessionOf([first], unmatched)
    session.put(record(first, accepted))
    const { changed, matched } = results(session)
    assert.deepStrictEqual(matched, unmatched.slice(0, 2))
    assert.deepStrictEqual(
      changed.map(({ deliveredAt, readAt, status }) => ({ deliveredAt, readAt, status })),
      [{ deliveredAt: at(5), readAt: at(7), status: "read" }]
    )
  })

  it("B21: uses the reason's text for a kept receipt, which is kept without its own text", () => {
    const session = sessionOf([first], kept("undeliverable", 5, "m-1", { reason: "unreachable", error: "of Zoë" }))
    session.put(record(first, accepted))
    const [changed] = session.changed()
    assert.deepInclude(changed, { status: "undeliverable", ...impersonalProblem("unreachable") })
  })

  it("applies receipts that it kept itself, which are then matched", () => {
    const session = sessionOf([first])
    session.receive(anonymous("delivered", 5))
    session.receive(anonymous("read", 7, "m-2"))
    session.put(record(first, accepted))
    const { changed, matched, unmatched } = results(session)
    assert.deepStrictEqual([changed[0]?.status, matched], ["delivered", []])
    assert.deepStrictEqual(unmatched, [anonymous("read", 7, "m-2")])
  })

  it("C5, C6: lists the effects on contacts in the order of the changes", () => {
    const session = sessionOf([first, second], kept("read", 7))
    session.put(record(second, accepted))
    session.put(Delivery.applyReceipt(first, anonymous("sent", 8, "m-2"), now))
    const { workspace } = ref
    assert.deepStrictEqual(session.effects, [
      { workspace, address, clientReference: "Order 2", engagedAt: null },
      { workspace, address, clientReference: null, engagedAt: at(7) },
      { workspace, address, clientReference: "Order 1", engagedAt: null }
    ])
  })

  it("applies a receipt to its delivery's latest state", () => {
    const session = sessionOf([numbered(sent, 1)])
    session.receive(anonymous("read", 7))
    session.receive(anonymous("delivered", 9))
    const [row] = session.changed()
    assert.deepStrictEqual([row?.status, row?.readAt, row?.deliveredAt], ["read", at(7), at(7)])
  })

  it("A1: leaves receipts kept for other workspaces unchanged", () => {
    const own = kept("delivered", 5, "m-1", { workspaces: [ref.workspace, stranger] })
    const unmatched = [
      ...kept("read", 7, "m-1", { workspaces: [stranger] }),
      ...kept("read", 7, "m-1", { channelType: "sms", workspaces: "all" }),
      ...own
    ]
    const session = sessionOf([first], unmatched)
    session.receive(anonymous("read", 8, "m-1", { workspaces: [stranger] }))
    session.put(record(first, accepted))
    const { changed, matched, unmatched: left } = results(session)
    assert.strictEqual(changed[0]?.status, "delivered")
    assert.deepStrictEqual(matched, own.slice(0, 1))
    assert.lengthOf(left, 1)
  })
})

describe("a receipt's delivery (B11)", () => {
  const [one, other] = [numbered(sent, 1), numbered(sent, 2)]
  const named = (change: Partial<ReportedReceipt>) => anonymous("read", 7, "m-1", change)

  it("is the one with its correlation, otherwise the first with its message id", () => {
    const matching = new ReceiptMatching([one, other], channelTypes, [], digest)
    assert.strictEqual(matching.of(named({})), one.uuid)
    assert.strictEqual(matching.of(named({ correlation: correlationOfRow(one) })), one.uuid)
    assert.strictEqual(matching.of(named({ correlation: correlationOfRow(other) })), other.uuid)
    assert.isUndefined(matching.of(named({ messageId: "m-2" })))
    matching.learn(first, "m-2")
    assert.strictEqual(matching.of(named({ messageId: "m-2" })), first.uuid)
  })

  it("A1: is never one of another channel, or of a workspace that the receipt does not name", () => {
    const theirs = { workspace: stranger, broadcast: ref.broadcast }
    const foreign = numbered(sent, 3, { workspaceUuid: stranger })
    const types = new Map([...channelTypes, [refKey(theirs), "sms"]])
    const matching = new ReceiptMatching([one, foreign], types, [], digest)
    const found = (change: Partial<ReportedReceipt>) =>
      [null, correlationOfRow(one), correlationOfRow(foreign)].map((correlation) =>
        matching.of(named({ ...change, correlation }))
      )
    const mine = [one.uuid, one.uuid, one.uuid]
    assert.deepStrictEqual(found({ workspaces: [ref.workspace] }), mine)
    assert.deepStrictEqual(found({ workspaces: [stranger, ref.workspace] }), mine)
    assert.deepStrictEqual(found({ workspaces: "all" }), mine)
    const none = [undefined, undefined, undefined]
    assert.deepStrictEqual(found({ workspaces: [stranger] }), none)
    assert.deepStrictEqual(found({ workspaces: [] }), none)
    assert.deepStrictEqual(found({ workspaces: [ref.workspace], channelType: "sms" }), none)
    assert.deepStrictEqual(found({ workspaces: "all", channelType: "letters" }), none)
    const yours = [foreign.uuid, foreign.uuid, foreign.uuid]
    assert.deepStrictEqual(found({ workspaces: "all", channelType: "sms" }), yours)
  })

  it("A1: if missing, keeps the receipt once for each of its workspaces, and not at all without workspaces", () => {
    const workspacesOf = (workspaces: ReportedReceipt["workspaces"]) =>
      kept("read", 7, "m-1", { workspaces }).map(({ workspace }) => workspace)
    assert.deepStrictEqual(workspacesOf([ref.workspace, stranger, ref.workspace]), [ref.workspace, stranger])
    assert.deepStrictEqual(workspacesOf("all"), ["all"])
    assert.deepStrictEqual(workspacesOf([]), [])
  })
})

const outcomeOf = ({ attempt, uuid }: Delivery.Delivery, messageId: string): Delivery.SendOutcome => ({
  _tag: "Accepted",
  uuid,
  attempt,
  messageId
})

describe("recording outcomes", () => {
  const outcomes = [outcomeOf(second, "m-2"), outcomeOf(first, "m-1")]

  test("C5: takes one statement if only acceptances are recorded, then the contacts in order", function* () {
    assert.deepStrictEqual(yield* stepsOf(recordOutcomes(ref, outcomes), [], { recorded: [first, second] }), [
      "begin",
      "shared: broadcast, receipts",
      "record 2 accepted",
      "lock contacts of 2 effects",
      "save a contact as Order 1"
    ])
  })

  test("B11: locks the deliveries of other outcomes, after the broadcast and before the contacts", function* () {
    const stored = { recorded: [second], unmatched: kept("read", 7) }
    assert.deepStrictEqual(yield* stepsOf(recordOutcomes(ref, outcomes), [first], stored), [
      "begin",
      "shared: broadcast, receipts",
      "record 2 accepted",
      "find the broadcast",
      "lock by deliveries",
      "find unmatched receipts",
      "save Order 1 read",
      "remove unmatched receipts",
      "lock contacts of 3 effects",
      "save a contact as Order 1"
    ])
  })

  test("B10: applies one delivery's outcomes in order, and rejects unsent ones after a cancel", function* () {
    const { attempt, uuid } = first
    const retry = { _tag: "Retry", uuid, attempt, delay: Duration.zero, counts: false } as const
    const steps = yield* stepsOf(recordOutcomes(ref, [retry, outcomeOf(first, "m-1")]), [first])
    assert.notInclude(steps, "record 1 accepted")
    assert.include(steps, "save Order 1 sent")
    assert.include(yield* stepsOf(recordOutcomes(ref, [retry]), [first]), "save Order 1 rejected")
  })

  test("ignores deliveries of another broadcast", function* () {
    const foreign = { ...first, broadcastUuid: BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000007") }
    const steps = yield* stepsOf(recordOutcomes(ref, outcomes), [foreign])
    assert.strictEqual(steps.at(-1), "find unmatched receipts")
  })
})

test("B12: resolving unknown deliveries locks their broadcasts once, and ignores deliveries of others", function* () {
  const [one, other] = [numbered(unknown, 1), numbered(unknown, 2)]
  const foreign = { ...other, broadcastUuid: BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000007") }
  const resolution = { _tag: "NotAccepted" } as const
  const expired = [one, foreign].map(({ attempt, uuid }) => ({ ref, uuid, attempt, resolution }))
  assert.deepStrictEqual(yield* stepsOf(resolveUnknown(expired), [one, foreign]), [
    "begin",
    "try shared: opt-outs, broadcast, receipts",
    "find the broadcast",
    "lock by deliveries",
    "save Order 1 rejected"
  ])
  for (const taken of ["opt-outs", "broadcast", "receipts"]) {
    const steps = yield* stepsOf(resolveUnknown(expired), [one, foreign], { taken: [taken] })
    assert.isTrue(steps.at(-1)?.startsWith("try shared: "), `with the lock of the ${taken} taken: ${steps.join("; ")}`)
  }
})

describe("applying receipts (B11)", () => {
  const apply = ["lock by messageIds", "find the channels", "find unmatched receipts"]

  test("takes one transaction if each receipt matches a delivery", function* () {
    const steps = yield* stepsOf(applyReceipts(channelType, [anonymous("delivered", 5)]), [numbered(sent, 1)])
    assert.deepStrictEqual(steps, ["begin", "shared: receipts", ...apply, "save Order 1 delivered"])
  })

  test("looks up an unmatched receipt's delivery once more before it is kept, while other writers wait", function* () {
    const receipts = [anonymous("read", 7, "m-2"), anonymous("delivered", 5)]
    const steps = yield* stepsOf(applyReceipts(channelType, receipts), [numbered(sent, 1)])
    const first = ["begin", "shared: receipts", ...apply, "save Order 1 delivered"]
    assert.deepStrictEqual(steps, [...first, "begin", "exclusive: receipts", ...apply, "keep 1 receipts"])
  })
})
