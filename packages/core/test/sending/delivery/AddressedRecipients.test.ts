import { assert, describe, it } from "@effect/vitest"
import { refKey } from "@rollcall/core/sending"
import type { KeptOptOut } from "@rollcall/core/people"
import { Duration, Effect } from "effect"
import { layerAddressedRecipients } from "../../../src/sending/delivery/AddressedRecipients.ts"
import { AddressedRecipients } from "../../../src/people/opt-outs/AddressedRecipients.ts"
import { DeliverySession } from "../../../src/sending/delivery/DeliverySession.ts"
import { recordOutcomes } from "../../../src/sending/delivery/RecordOutcomes.ts"
import { toUnmatched } from "../../../src/sending/delivery/ReceiptMatching.ts"
import { accepted, address, correlationOfRow, digest, now, receipt, record, ref, sending } from "./Rows.ts"
import { numbered, stepsOf } from "./Steps.ts"
import { test } from "../../Suite.ts"

const first = numbered(sending, 1)

const reject = AddressedRecipients.use(({ rejectOptedOut }) => rejectOptedOut(ref.workspace, [address], "all")).pipe(
  Effect.provide(layerAddressedRecipients)
)

test("C8: opting out locks the broadcasts of unsent deliveries exclusively, before the deliveries", function* () {
  const pending = numbered({ ...sending, status: "pending", leaseUntil: null }, 1)
  assert.deepStrictEqual(yield* stepsOf(reject, [pending]), [
    "find the unsent ones",
    "exclusive: broadcast",
    "lock by deliveries",
    "save Order 1 rejected",
    "find the broadcast"
  ])
  assert.deepStrictEqual(yield* stepsOf(reject, []), ["find the unsent ones"])
})

describe("opt-outs (C8)", () => {
  const channelTypes = new Map([[refKey(ref), "chatapp"]])
  const refusal = (reason: "opted_out" | "unreachable") => ({
    ...receipt("undeliverable", 5, { messageId: "m-1", correlation: correlationOfRow(first) }),
    channelType: "chatapp",
    reason
  })

  it("are applied from receipts that report them, whether or not the receipt changes the delivery", () => {
    const session = new DeliverySession([first], channelTypes, [], digest, now)
    session.receive(refusal("unreachable"))
    assert.deepStrictEqual(session.reports, [{ ref, address: null, isNew: true }])
    const again = new DeliverySession([first], channelTypes, [], digest, now)
    again.receive(refusal("opted_out"))
    again.receive(refusal("opted_out"))
    const refused = again.get(first.uuid)
    assert.deepStrictEqual(again.reports, [
      { ref, address, isNew: true },
      { ref, address, isNew: false }
    ])
    assert.deepStrictEqual([refused?.status, refused?.reason], ["undeliverable", "opted_out"])
  })

  it("are applied from unmatched receipts too", () => {
    const session = new DeliverySession([first], channelTypes, toUnmatched(refusal("opted_out"), digest), digest, now)
    session.put(record(first, accepted))
    assert.deepStrictEqual(session.reports, [{ ref, address, isNew: true }])
  })

  test("are locked before the broadcast if a delivery may be pending again, which is then rejected", function* () {
    const { attempt, uuid } = first
    const retry = { _tag: "Retry", uuid, attempt, delay: Duration.zero, counts: false } as const
    const optedOut = new Map([
      [address, [{ scope: "all", source: "message", at: now, by: null, isDirect: true, lastAt: now } as const]]
    ])
    const steps = (optedOut: ReadonlyMap<string, ReadonlyArray<KeptOptOut>>) =>
      stepsOf(recordOutcomes(ref, [retry]), [first], { optedOut, status: "sending" })
    const before = ["begin", "shared: opt-outs", "shared: broadcast, receipts", "find the broadcast"]
    const asked = [...before, "lock by deliveries", "find the broadcast", `find opt-outs of ${address}, home`]
    assert.deepStrictEqual(yield* steps(optedOut), [...asked, "save Order 1 rejected"])
    assert.deepStrictEqual(yield* steps(new Map()), [...asked, "find related addresses", "save Order 1 pending"])
  })
})
