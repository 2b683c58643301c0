import { assert, describe, it } from "@effect/vitest"
import { eraseDelivery } from "@rollcall/core/people"
import { Delivery } from "@rollcall/core/storage"
import { Duration } from "effect"
import {
  accepted,
  at,
  claimed,
  digest,
  lost,
  now,
  receipt,
  receive,
  record,
  resolve,
  sending,
  states,
  unknown,
  unresolved
} from "./Rows.ts"

/** A pending delivery while it is sent again, which may last to 5,000. */
const begun = (row: Delivery.Delivery) =>
  Delivery.beginSend(Delivery.claim(row, at(5_000), now), row.attempt + 1, at(5_000), now)

describe("a claim's lease", () => {
  it("B12: makes the delivery pending again when it expires, and not earlier", () => {
    assert.strictEqual(Delivery.expireLease(claimed, at(9_000), at(4_999)), claimed)
    const again = Delivery.expireLease(claimed, at(9_000), at(5_000))
    assert.deepStrictEqual([again.status, again.attempt, again.leaseUntil], ["pending", 1, null])
    assert.deepStrictEqual(Delivery.claim(again, at(20_000), at(5_000)).attempt, 2)
  })

  it("B12: lets only the latest claim's send start, until it expires", () => {
    assert.deepStrictEqual([sending.status, sending.attempt, sending.leaseUntil], ["sending", 1, at(5_000)])
    assert.strictEqual(Delivery.beginSend(claimed, 2, at(9_000), now), claimed)
    assert.strictEqual(Delivery.beginSend(claimed, 1, at(9_000), at(5_000)), claimed)
    assert.deepStrictEqual(Delivery.beginSend(claimed, 1, at(9_000), at(4_999)).leaseUntil, at(9_000))
    for (const row of states.filter(({ status }) => status !== "claimed")) {
      assert.strictEqual(Delivery.beginSend(row, row.attempt, at(9_000), now), row)
    }
  })
})

describe("a send's lease", () => {
  it("B12: makes the delivery unknown when it expires, and not earlier", () => {
    assert.strictEqual(Delivery.expireLease(sending, at(9_000), at(4_999)), sending)
    assert.deepStrictEqual([unknown.status, unknown.attempt, unknown.leaseUntil], ["unknown", 1, at(9_000)])
  })

  it("B12: expires repeatedly until it is resolved, without a change that readers see", () => {
    assert.strictEqual(Delivery.expireLease(unknown, at(20_000), at(8_999)), unknown)
    const again = Delivery.expireLease(unknown, at(20_000), at(9_000))
    assert.deepStrictEqual(again, { ...unknown, leaseUntil: at(20_000) })
  })

  it("B12: ends if the response is lost and the channel cannot be asked", () => {
    const row = record(sending, lost)
    assert.deepStrictEqual([row.status, row.leaseUntil], ["unknown", null])
    assert.strictEqual(Delivery.expireLease(row, at(20_000), at(99_000)), row)
  })

  it("B12: is as long as the outcome specifies if the channel can be asked", () => {
    const row = record(sending, { _tag: "Unknown", askAfter: Duration.millis(500.4) })
    assert.deepStrictEqual([row.status, row.leaseUntil], ["unknown", at(1_501)])
    assert.isTrue(Delivery.isUnfinished(row))
    assert.strictEqual(Delivery.expireLease(row, at(9_000), at(1_500)), row)
    assert.deepStrictEqual(Delivery.expireLease(row, at(9_000), at(1_501)), { ...row, leaseUntil: at(9_000) })
  })
})

describe("an unknown delivery", () => {
  it("B12: is resolved by the channel: accepted, not accepted, or nothing more to ask", () => {
    const sent = resolve(unknown, accepted)
    assert.deepStrictEqual([sent.status, sent.messageId, sent.leaseUntil], ["sent", "m-1", null])
    const again = resolve(unknown, { _tag: "NotAccepted" })
    assert.deepStrictEqual([again.status, again.leaseUntil, again.attempt], ["pending", null, 1])
    const over = resolve(unknown, { _tag: "NotAccepted" }, "expired")
    assert.deepStrictEqual([over.status, over.reason, over.error], ["rejected", "expired", "expired before sending"])
    assert.deepStrictEqual(unresolved, { ...unknown, leaseUntil: null })
    assert.strictEqual(resolve(unresolved, { _tag: "Unknown" }), unresolved)
  })

  it("B12: is sent again as a retry if the channel cannot tell, up to the maximum number of retries", () => {
    const again = resolve(unknown, { _tag: "Resend", retries: 1 })
    assert.deepStrictEqual(
      [again.status, again.retries, again.attempt, again.leaseUntil, again.notBefore],
      ["pending", 1, 1, null, at(1_000)]
    )
    const second = Delivery.expireLease(begun(again), at(9_000), at(5_000))
    const end = resolve(second, { _tag: "Resend", retries: 1 })
    assert.deepStrictEqual([end.status, end.reason, end.error], ["undeliverable", "outcome_unknown", "outcome unknown"])
    assert.strictEqual(end.retries, 1)
  })

  it("B12: is given up, not rejected, if no more is sent, because it may have been sent", () => {
    const resend: Delivery.Resolution = { _tag: "Resend", retries: 3 }
    for (const status of ["completed", "cancelled", "expired", "failed"] as const) {
      assert.strictEqual(resolve(unknown, resend, status).reason, "outcome_unknown")
    }
    assert.strictEqual(resolve(unknown, resend, "paused").status, "pending")
    const erased = resolve(eraseDelivery(unknown, digest, now), resend)
    assert.deepStrictEqual([erased.status, erased.reason], ["undeliverable", "outcome_unknown"])
  })

  it("B12: becomes undeliverable when given up, until a receipt proves more (B11)", () => {
    const row = resolve(unknown, { _tag: "GiveUp" })
    assert.deepStrictEqual([row.status, row.reason, row.leaseUntil], ["undeliverable", "outcome_unknown", null])
    assert.isFalse(Delivery.isUnfinished(row))
    assert.strictEqual(receive(row, receipt("sent")).status, "undeliverable")
    const read = receive(row, receipt("read"))
    assert.deepStrictEqual([read.status, read.reason, read.error], ["read", null, null])
  })

  it("B12: is not sent again if an outcome or a receipt arrives before", () => {
    const again = resolve(unknown, { _tag: "Resend", retries: 3 })
    assert.strictEqual(record(again, accepted).status, "sent")
    assert.strictEqual(receive(again, receipt("delivered")).status, "delivered")
  })

  it("B12: is resolved only for its latest claim, without changing other deliveries", () => {
    const resolutions: ReadonlyArray<Delivery.Resolution> = [
      accepted,
      { _tag: "NotAccepted" },
      { _tag: "Unknown" },
      { _tag: "Resend", retries: 3 },
      { _tag: "GiveUp" }
    ]
    for (const resolution of resolutions) {
      assert.strictEqual(Delivery.resolve(unknown, 2, resolution, "sending", now), unknown)
      for (const row of states.filter(({ status }) => status !== "unknown")) {
        assert.strictEqual(resolve(row, resolution), row)
      }
    }
  })
})
