import { systemCaller } from "../../../src/shared/Ids.ts"
import { assert } from "@effect/vitest"
import { correlationOf, type DeliveryReceipt, SendError } from "@rollcall/core/channel"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect } from "effect"
import { suite } from "../../Suite.ts"

type Fixture = Effect.Success<ReturnType<typeof dispatchFixture>>

const optedOut = new SendError({ reason: "Undeliverable", detail: "no", recipient: "opted_out" })

/** Of whom broadcasts to the first recipients would leave out. */
const leftOut = ({ broadcasts, caller }: Fixture, recipients: number) =>
  Effect.map(broadcasts.validate(caller, reminderTo(recipients)), ({ warnings }) => warnings.length)

const eventsOf = ({ events, workspace }: Fixture) =>
  Effect.map(events.read(systemCaller(workspace)), (page) =>
    page.events.flatMap(({ type }) => (type.startsWith("broadcast.opt_outs") ? [type] : []))
  )

suite(storage)("a burst of opt-outs reported by a channel (B23)", (test) => {
  /** A broadcast that was accepted, and of which the receipts come afterwards. */
  const sentTo = Effect.fnUntraced(function* (recipients: number) {
    const fixture = yield* dispatchFixture(scriptedChannel())
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(recipients))
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    const rows = yield* fixture.recipients(uuid)
    const receipts = (from: number, to: number, status: "delivered" | "undeliverable") =>
      fixture.receipts.apply(
        "chatapp",
        rows.slice(from, to).map((row): DeliveryReceipt => {
          const correlation = correlationOf(fixture.workspace, row.uuid)
          const isOut = status === "undeliverable"
          return {
            ...{ workspaces: [fixture.workspace], correlation, messageId: `message-${correlation}`, status },
            ...{ error: isOut ? "no" : null, reason: isOut ? "opted_out" : null },
            at: DateTime.makeUnsafe(0)
          }
        })
      )
    const state = Effect.map(
      fixture.deliveries.get(systemCaller(fixture.workspace), uuid),
      ({ broadcast, reasons }) => [broadcast.heldOptOuts, reasons.opted_out]
    )
    return { fixture, receipts, state, uuid }
  })

  test("is held after five reports, and can be applied", function* () {
    const { fixture, receipts, state, uuid } = yield* sentTo(40)
    const { heldOptOuts, workspace } = fixture
    yield* receipts(0, 20, "delivered")
    yield* receipts(20, 22, "undeliverable")
    assert.deepStrictEqual([yield* leftOut(fixture, 40), yield* state], [2, [null, 2]])
    yield* receipts(22, 30, "undeliverable")
    yield* receipts(30, 35, "undeliverable")
    assert.deepStrictEqual([yield* leftOut(fixture, 40), yield* state], [5, ["held", 15]])
    assert.deepStrictEqual(yield* eventsOf(fixture), ["broadcast.opt_outs_held"])
    const applied = yield* heldOptOuts.applyOptOuts(systemCaller(workspace), uuid)
    assert.strictEqual(applied.heldOptOuts, "applied")
    assert.strictEqual(yield* leftOut(fixture, 40), 15)
    yield* receipts(35, 40, "undeliverable")
    assert.deepStrictEqual([yield* leftOut(fixture, 40), yield* state], [20, ["applied", 20]])
    yield* heldOptOuts.applyOptOuts(systemCaller(workspace), uuid)
    assert.deepStrictEqual(yield* eventsOf(fixture), ["broadcast.opt_outs_held", "broadcast.opt_outs_applied"])
  })

  test("can be dismissed, and then opts out nobody reported later, until it is applied after all", function* () {
    const { fixture, receipts, state, uuid } = yield* sentTo(30)
    const { heldOptOuts, workspace } = fixture
    const early = yield* Effect.flip(heldOptOuts.dismissOptOuts(systemCaller(workspace), uuid))
    assert.strictEqual(early._tag, "InvalidInput")
    yield* receipts(0, 20, "undeliverable")
    yield* heldOptOuts.dismissOptOuts(systemCaller(workspace), uuid)
    yield* receipts(0, 30, "undeliverable")
    assert.deepStrictEqual([yield* leftOut(fixture, 30), yield* state], [5, ["dismissed", 30]])
    yield* heldOptOuts.applyOptOuts(systemCaller(workspace), uuid)
    assert.strictEqual(yield* leftOut(fixture, 30), 30)
  })

  test("is no burst if other people are reached in between", function* () {
    const { fixture, receipts, state } = yield* sentTo(60)
    for (let at = 0; at < 60; at += 3) {
      yield* receipts(at, at + 2, "delivered")
      yield* receipts(at + 2, at + 3, "undeliverable")
    }
    assert.deepStrictEqual([yield* leftOut(fixture, 60), yield* state], [20, [null, 20]])
  })

  test("is held if the channel reports it in responses to sends", function* () {
    const channel = scriptedChannel({ script: ({ to }) => (Number(to.slice(-2)) < 10 ? "accept" : optedOut) })
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, chunk: 10, workersPerBroadcast: 1 })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(40))
    const { broadcast, counters } = yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    assert.deepStrictEqual([counters.sent, counters.failed], [10, 30])
    yield* fixture.pass("50 millis")
    assert.strictEqual(yield* leftOut(fixture, 40), 5)
    assert.deepStrictEqual(yield* eventsOf(fixture), ["broadcast.opt_outs_held"])
    assert.strictEqual(broadcast.uuid, uuid)
  })
})
