import { assert, describe, it } from "@effect/vitest"
import { evidence, type HandOverOutcome, Ledger, neverSent } from "@rollcall/core"
import { DateTime } from "effect"
import * as fc from "fast-check"
import {
  at,
  now,
  uuid,
  accepted,
  sending,
  receipt,
  outcome,
  unknown,
  sent,
  receive,
  states,
  retry,
  lost,
  refused,
  anyState,
  anyReceipts,
  type Word
} from "./Rows.ts"

describe("the ledger's receipts", () => {
  it("B11: no receipt lowers what is proven, in whatever order they come", () => {
    fc.assert(
      fc.property(anyState, anyReceipts, (start, receipts) => {
        let row = start
        for (const receipt of receipts) {
          const next = receive(row, receipt)
          assert.isAtLeast(evidence[next.status], evidence[row.status])
          row = next
        }
      })
    )
  })

  it("B11: repeating receipts changes nothing, to the very row", () => {
    fc.assert(
      fc.property(anyState, anyReceipts, (start, receipts) => {
        const row = receive(start, ...receipts)
        assert.strictEqual(receive(row, ...receipts), row)
      })
    )
  })

  it("B11: where receipts lead does not depend on their order", () => {
    const proven = ({ deliveredAt, readAt, sentAt, status, ...row }: Ledger.LedgerRow) => ({
      status,
      hasError: row.error !== null,
      isSent: sentAt !== null,
      isDelivered: deliveredAt !== null,
      isRead: readAt !== null
    })
    const shuffled = anyReceipts.chain((receipts) =>
      fc.tuple(fc.constant(receipts), fc.shuffledSubarray(receipts, { minLength: receipts.length }))
    )
    fc.assert(
      fc.property(anyState, shuffled, (start, [one, other]) => {
        assert.deepStrictEqual(proven(receive(start, ...one)), proven(receive(start, ...other)))
      })
    )
  })

  it("B11: the status is the most that the account or a receipt proves", () => {
    fc.assert(
      fc.property(anyState, anyReceipts, (start, receipts) => {
        const most = Math.max(evidence[start.status], ...receipts.map(({ status }) => evidence[status]))
        assert.strictEqual(evidence[receive(start, ...receipts).status], most)
      })
    )
  })

  it("B11: delivered and read override undeliverable and clear its error, never the reverse", () => {
    const failed = receive(sent, receipt("undeliverable"))
    assert.deepStrictEqual([failed.status, failed.error], ["undeliverable", "no such number"])
    for (const status of ["delivered", "read"] as const) {
      const reached = receive(failed, receipt(status))
      assert.deepStrictEqual([reached.status, reached.error], [status, null])
      assert.strictEqual(receive(reached, receipt("undeliverable")), reached)
    }
  })

  it("B11: read fills deliveredAt where it is empty and leaves it where it is not", () => {
    const read = receive(sent, receipt("read", 3_000))
    assert.deepStrictEqual([read.deliveredAt, read.readAt], [at(3_000), at(3_000)])
    const both = receive(sent, receipt("delivered", 2_000), receipt("read", 3_000))
    assert.deepStrictEqual([both.deliveredAt, both.readAt], [at(2_000), at(3_000)])
  })

  it("B13: whatever a receipt says, the channel took the message over", () => {
    for (const status of ["sent", "delivered", "read", "undeliverable"] as const) {
      const row = receive(unknown, receipt(status))
      assert.deepStrictEqual([row.status, row.messageId, row.sentAt], [status, "m-1", at(2_000)])
      assert.strictEqual(row.leaseUntil, null)
    }
  })

  it("B11: an undeliverable receipt without a reason still leaves an error", () => {
    assert.strictEqual(receive(sent, receipt("undeliverable", 2_000, { error: null })).error, "undeliverable")
  })

  it("B11: a receipt proves that a recipient was sent who was thought not handed over", () => {
    const cancelled = Ledger.reject(accepted, neverSent("cancelled"), now)
    const row = receive(cancelled, receipt("sent"))
    assert.deepStrictEqual([row.status, row.error], ["sent", null])
  })

  it("B13: no receipt touches a recipient that was refused at creation", () => {
    fc.assert(fc.property(anyReceipts, (receipts) => assert.strictEqual(receive(refused, ...receipts), refused)))
  })
})

describe("the ledger's outcomes", () => {
  it("B10: taken makes the account sent, with the message id", () => {
    assert.deepStrictEqual([sent.status, sent.messageId, sent.sentAt, sent.leaseUntil], ["sent", "m-1", now, null])
  })

  it("B10: an outcome of any claim but the latest changes nothing", () => {
    const words: ReadonlyArray<Word> = [
      { _tag: "Taken", messageId: "m-9" },
      { _tag: "Undeliverable", error: "no" },
      lost,
      retry
    ]
    fc.assert(
      fc.property(anyState, fc.constantFrom(...words), fc.integer({ min: -2, max: 2 }), (row, word, distance) => {
        fc.pre(distance !== 0)
        const late: HandOverOutcome = { uuid, attempt: row.attempt + distance, ...word }
        assert.strictEqual(Ledger.applyOutcome(row, late, "sending", now, neverSent), row)
      })
    )
  })

  it("B10: a word that is no proof counts only while the account waits for it", () => {
    for (const row of states.filter(({ status }) => status !== "sending")) {
      assert.strictEqual(outcome(row, { _tag: "Undeliverable", error: "no" }), row)
      assert.strictEqual(outcome(row, lost), row)
      assert.strictEqual(outcome(row, retry), row)
    }
  })

  it("B12: taken that comes late is proof: an unknown account is sent", () => {
    const row = outcome(unknown, { _tag: "Taken", messageId: "m-1" })
    assert.deepStrictEqual([row.status, row.messageId, row.leaseUntil], ["sent", "m-1", null])
  })

  it("B11: taken lowers nothing that a receipt has proven, and fills in the id", () => {
    fc.assert(
      fc.property(anyState, (row) => {
        const next = outcome(row, { _tag: "Taken", messageId: "m-1" })
        assert.isAtLeast(evidence[next.status], evidence[row.status])
        assert.strictEqual(next.messageId, row.messageId ?? "m-1")
        assert.isNotNull(next.sentAt)
        assert.strictEqual(outcome(next, { _tag: "Taken", messageId: "m-1" }), next)
      })
    )
  })

  it("B15: a retry waits for its delay and counts only when it says so", () => {
    const counted = outcome(sending, retry)
    assert.deepStrictEqual([counted.status, counted.notBefore, counted.retries], ["pending", at(4_000), 1])
    assert.strictEqual(outcome(sending, { ...retry, counts: false }).retries, 0)
    assert.strictEqual(Ledger.claim(counted, at(9_000), at(3_999)), counted)
    const again = Ledger.claim(counted, at(9_000), at(4_000))
    assert.deepStrictEqual([again.status, again.attempt, again.notBefore], ["sending", 2, null])
  })

  it("B10: a retry of a broadcast that is over is rejected with the reason, of a paused one pending", () => {
    for (const status of ["completed", "cancelled", "expired", "failed"] as const) {
      const row = outcome(sending, retry, status)
      assert.deepStrictEqual([row.status, row.error], ["rejected", `${status} before sending`])
    }
    assert.strictEqual(outcome(sending, retry, "paused").status, "pending")
  })
})

describe("an account", () => {
  it("B14: updatedAt grows with every change that readers see, also when the clock stands still or goes back", () => {
    const steps: ReadonlyArray<(row: Ledger.LedgerRow, instant: DateTime.Utc) => Ledger.LedgerRow> = [
      (row, instant) => Ledger.claim(row, at(5_000), instant),
      (row, instant) => Ledger.applyReceipt(row, receipt("delivered"), instant),
      (row, instant) => Ledger.applyReceipt(row, receipt("undeliverable"), instant),
      (row, instant) => outcome(row, { _tag: "Taken", messageId: "m-1" }, "sending", instant),
      (row, instant) => outcome(row, retry, "sending", instant),
      (row, instant) => Ledger.surrender(row, at(9_000), instant),
      (row, instant) => Ledger.reject(row, "expired before sending", instant)
    ]
    fc.assert(
      fc.property(anyState, fc.constantFrom(...steps), fc.integer({ min: 0, max: 6_000 }), (row, step, millis) => {
        const next = step(row, at(millis))
        const seen = (account: Ledger.LedgerRow) => JSON.stringify({ ...account, leaseUntil: null, updatedAt: null })
        if (seen(next) === seen(row)) return assert.strictEqual(next.updatedAt, row.updatedAt)
        const earliest = DateTime.toEpochMillis(row.updatedAt) + 1
        assert.deepStrictEqual(next.updatedAt, at(Math.max(millis, earliest)))
      })
    )
  })

  it("B10: has an error exactly when it is rejected or undeliverable, and a lease only while it is under way", () => {
    for (const row of [...states, refused]) {
      assert.strictEqual(row.error !== null, row.status === "rejected" || row.status === "undeliverable")
      if (row.leaseUntil !== null) assert.include(["sending", "unknown"], row.status)
      if (row.notBefore !== null) assert.strictEqual(row.status, "pending")
    }
  })
})
