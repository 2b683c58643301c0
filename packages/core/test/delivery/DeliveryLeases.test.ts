import { assert, describe, it } from "@effect/vitest"
import { Ledger, neverSent, type Settlement } from "@rollcall/core"
import { Duration } from "effect"
import { at, lost, now, outcome, receipt, receive, sending, settled, states, unknown } from "./Rows.ts"

describe("the ledger's leases", () => {
  it("B12: a lease that ran out makes the account unknown, not a moment before", () => {
    assert.strictEqual(Ledger.surrender(sending, at(9_000), at(4_999)), sending)
    assert.deepStrictEqual([unknown.status, unknown.attempt, unknown.leaseUntil], ["unknown", 1, at(9_000)])
  })

  it("B12: one that nobody settles is looked after again, and readers see no change", () => {
    assert.strictEqual(Ledger.surrender(unknown, at(20_000), at(8_999)), unknown)
    const again = Ledger.surrender(unknown, at(20_000), at(9_000))
    assert.deepStrictEqual(again, { ...unknown, leaseUntil: at(20_000) })
  })

  it("B12: an account whose answer was lost is never looked after", () => {
    const row = outcome(sending, lost)
    assert.deepStrictEqual([row.status, row.leaseUntil], ["unknown", null])
    assert.strictEqual(Ledger.surrender(row, at(20_000), at(99_000)), row)
  })

  it("B12: or after as long as its outcome says, like one whose lease ran out", () => {
    const row = outcome(sending, { _tag: "Unknown", askAfter: Duration.millis(500.4) })
    assert.deepStrictEqual([row.status, row.leaseUntil], ["unknown", at(1_501)])
    assert.isTrue(Ledger.isUnfinished(row))
    assert.strictEqual(Ledger.surrender(row, at(9_000), at(1_500)), row)
    assert.deepStrictEqual(Ledger.surrender(row, at(9_000), at(1_501)), { ...row, leaseUntil: at(9_000) })
  })

  it("B12: the channel's record settles it: taken, never taken, or nothing more to ask", () => {
    const taken = settled(unknown, { _tag: "Taken", messageId: "m-1" })
    assert.deepStrictEqual([taken.status, taken.messageId, taken.leaseUntil], ["sent", "m-1", null])
    const never = settled(unknown, { _tag: "NeverTaken" })
    assert.deepStrictEqual([never.status, never.leaseUntil, never.attempt], ["pending", null, 1])
    const over = settled(unknown, { _tag: "NeverTaken" }, "expired")
    assert.deepStrictEqual([over.status, over.error], ["rejected", "expired before sending"])
    const untold = settled(unknown, { _tag: "Untold" })
    assert.deepStrictEqual(untold, { ...unknown, leaseUntil: null })
    assert.strictEqual(settled(untold, { _tag: "Untold" }), untold)
  })

  it("B12: one of whom nobody knows is handed over again, as a retry, until there were as many as may be", () => {
    const again = settled(unknown, { _tag: "Resend", retries: 1 })
    assert.deepStrictEqual(
      [again.status, again.retries, again.attempt, again.leaseUntil, again.notBefore],
      ["pending", 1, 1, null, null]
    )
    const second = Ledger.surrender(Ledger.claim(again, at(5_000), now), at(9_000), at(5_000))
    const end = settled(second, { _tag: "Resend", retries: 1 })
    assert.deepStrictEqual([end.status, end.error, end.retries], ["undeliverable", "outcome unknown", 1])
  })

  it("B12: what may have been sent is never said to be sent never: it is given up when nothing more is handed over", () => {
    const resend: Settlement = { _tag: "Resend", retries: 3 }
    for (const status of ["completed", "cancelled", "expired", "failed"] as const) {
      assert.strictEqual(settled(unknown, resend, status).error, "outcome unknown")
    }
    assert.strictEqual(settled(unknown, resend, "paused").status, "pending")
    const erased = settled(Ledger.erase(unknown, now), resend)
    assert.deepStrictEqual([erased.status, erased.error], ["undeliverable", "outcome unknown"])
  })

  it("B12: one that was given up is undeliverable, until a receipt says more (B11)", () => {
    const row = settled(unknown, { _tag: "GiveUp" })
    assert.deepStrictEqual([row.status, row.error, row.leaseUntil], ["undeliverable", "outcome unknown", null])
    assert.isFalse(Ledger.isUnfinished(row))
    assert.strictEqual(receive(row, receipt("sent")).status, "undeliverable")
    const read = receive(row, receipt("read"))
    assert.deepStrictEqual([read.status, read.error], ["read", null])
  })

  it("B12: one that is to be handed over again is not, if a word comes before", () => {
    const again = settled(unknown, { _tag: "Resend", retries: 3 })
    assert.strictEqual(outcome(again, { _tag: "Taken", messageId: "m-1" }).status, "sent")
    assert.strictEqual(receive(again, receipt("delivered")).status, "delivered")
  })

  it("B12: a record settles nothing but the latest claim of an unknown account", () => {
    const records: ReadonlyArray<Settlement> = [
      { _tag: "NeverTaken" },
      { _tag: "Resend", retries: 3 },
      { _tag: "GiveUp" }
    ]
    for (const record of records) {
      assert.strictEqual(Ledger.settle(unknown, { attempt: 2, record }, "sending", now, neverSent), unknown)
      for (const row of states.filter(({ status }) => status !== "unknown")) {
        assert.strictEqual(settled(row, record), row)
      }
    }
  })

  it("B10: only a pending account is rejected", () => {
    for (const row of states) {
      const next = Ledger.reject(row, "cancelled before sending", now)
      assert.strictEqual(next !== row, row.status === "pending")
      assert.strictEqual(next.error, row.status === "pending" ? "cancelled before sending" : row.error)
    }
  })
})
