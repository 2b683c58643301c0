import { assert } from "@effect/vitest"
import { RecipientUuid, systemCaller, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  type Correlation,
  correlationOf,
  type DeliveryReceipt,
  type ReceiptStatus,
  SendError
} from "@rollcall/core/channel"
import { recordOutcomes, transition } from "@rollcall/core/sending"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect } from "effect"
import { beginSends } from "./BeginSends.ts"
import { suite } from "../../Suite.ts"

const at = DateTime.makeUnsafe(0)
const receiptOf = (correlation: Correlation | null, messageId: string, status: ReceiptStatus) => {
  return { workspaces: "all", correlation, messageId, status, error: null, reason: null, at } as const
}

/** Receipts for a message, by its correlation and by its message id. */
const receiptsOf = (
  { correlation: own, messageId }: { readonly correlation: Correlation; readonly messageId: string },
  workspaces: DeliveryReceipt["workspaces"],
  status: ReceiptStatus
): ReadonlyArray<DeliveryReceipt> =>
  [own, null].map((correlation) => ({ ...receiptOf(correlation, messageId, status), workspaces }))

/** A correlation that no delivery has. */
const unknown = Effect.map(Effect.all([nextId, nextId]), ([workspace, uuid]) =>
  correlationOf(WorkspaceUuid.make(workspace), RecipientUuid.make(uuid))
)

/** A delivery of a broadcast of its own that is being sent; `send` makes its message id known. */
const claimed = Effect.gen(function* () {
  const fixture = yield* dispatchFixture(scriptedChannel())
  const broadcast = yield* fixture.create(reminderTo(1))
  const ref = { workspace: fixture.workspace, broadcast }
  yield* transition(ref, "start")
  const [delivery] = yield* beginSends(ref, { limit: 1, lease: Duration.minutes(1) })
  if (delivery === undefined) return assert.fail("nothing was claimed")
  const { identifier, uuid } = delivery
  const { contacts, optOuts, workspace } = fixture
  const contact = yield* contacts.create(systemCaller(workspace), { phoneNumber: identifier })
  const optOut = Effect.map(optOuts.get(systemCaller(workspace), contact.uuid), ({ optOut }) => optOut)
  const messageId = `message of ${uuid}`
  const status = Effect.map(fixture.recipients(broadcast), ([recipient]) => recipient?.status)
  const send = recordOutcomes(ref, [{ _tag: "Accepted", uuid, attempt: 1, messageId }])
  const apply = (receipts: ReadonlyArray<DeliveryReceipt>, channelType = "chatapp") =>
    fixture.receipts.apply(channelType, receipts)
  return { apply, messageId, send, status, correlation: correlationOf(workspace, uuid), optOut, workspace }
})

const sent = Effect.tap(claimed, ({ send }) => send)

suite(storage)("a receipt", (test) => {
  test("B11: waits for the message id if correlation and id are unknown", function* () {
    const { apply, messageId, send, status } = yield* claimed
    const early = receiptOf(yield* unknown, messageId, "delivered")
    yield* apply([early])
    yield* apply([early])
    assert.strictEqual(yield* status, "sending")
    yield* send
    assert.strictEqual(yield* status, "delivered")
  })

  test("A1: changes no message of another workspace, whatever it names, and opts nobody out there", function* () {
    const [mine, theirs] = [yield* sent, yield* sent]
    const forged = (status: ReceiptStatus): ReadonlyArray<DeliveryReceipt> =>
      [theirs.correlation, null].map((correlation) => ({
        ...receiptOf(correlation, theirs.messageId, status),
        workspaces: [mine.workspace],
        reason: status === "undeliverable" ? "opted_out" : null
      }))
    yield* mine.apply([...forged("undeliverable"), ...forged("read")])
    yield* mine.apply(receiptsOf(theirs, "all", "read"), "another channel")
    yield* mine.apply(receiptsOf(theirs, [], "read"))
    assert.deepStrictEqual([yield* mine.status, yield* theirs.status], ["sent", "sent"])
    assert.isNull(yield* theirs.optOut)
    yield* mine.apply(receiptsOf(theirs, [mine.workspace, theirs.workspace], "delivered"))
    assert.strictEqual(yield* theirs.status, "delivered")
  })

  test("B10: is stored with any content, like a send error, and each failed recipient has a reason", function* () {
    const details = ["no\0account\ud800", " "]
    const channel = scriptedChannel({
      script: ({ to }) => {
        const detail = details[Number(to.slice(-1))]
        return detail === undefined ? "accept" : new SendError({ reason: "Undeliverable", detail })
      }
    })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(4))
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    const [, , third, fourth] = yield* fixture.recipients(uuid)
    if (third === undefined || fourth === undefined) return assert.fail("four recipients")
    yield* fixture.receipts.apply("chatapp", [
      receiptOf(null, `unknown\0 ${uuid}`, "read"),
      { ...receiptOf(correlationOf(fixture.workspace, third.uuid), "its\0", "undeliverable"), error: "gone\0" },
      { ...receiptOf(correlationOf(fixture.workspace, fourth.uuid), "its", "undeliverable"), error: "" }
    ])
    const expected = [
      "no\u{fffd}account\u{fffd}",
      "the channel answered Undeliverable without a detail",
      "gone\u{fffd}",
      "undeliverable"
    ]
    assert.deepStrictEqual(
      (yield* fixture.recipients(uuid)).map(({ error, reason, status }) => [status, reason, error]),
      expected.map((error) => ["undeliverable", "undeliverable", error])
    )
  })
})
