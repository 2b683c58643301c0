import { assert, describe, it } from "@effect/vitest"
import { ContactUuid } from "@rollcall/core"
import { RecipientFault } from "@rollcall/core/channel"
import { evidence, notSentProblem, erasedProblem, impersonalProblem, recipientReasons } from "@rollcall/core/sending"
import { eraseDelivery } from "@rollcall/core/people"
import { Delivery, noParameters } from "@rollcall/core/storage"
import { DateTime } from "effect"
import * as fc from "fast-check"
import {
  accepted,
  anyReceipts,
  anyState,
  at,
  cancelled,
  claimed,
  digest,
  lost,
  now,
  receipt,
  receive,
  record,
  refusal,
  refused,
  type Result,
  retry,
  sending,
  sent,
  states,
  unknown,
  uuid
} from "./Rows.ts"

const ending = ({ error, reason, status }: Delivery.Delivery) => [status, reason, error]

const contactUuid = ContactUuid.make("0198a5c0-0000-7000-8000-000000000008")

describe("a delivery receipt", () => {
  it("B11: changes no member of the row when it is repeated", () => {
    fc.assert(
      fc.property(anyState, anyReceipts, (start, receipts) => {
        const row = receive(start, ...receipts)
        assert.strictEqual(receive(row, ...receipts), row)
      })
    )
  })

  it("B11: leads to the same state in any order, if the channel names one fault of the recipient", () => {
    const proven = ({ deliveredAt, readAt, sentAt, status, ...row }: Delivery.Delivery) => ({
      status,
      hasError: row.error !== null,
      reason: row.reason,
      isSent: sentAt !== null,
      isDelivered: deliveredAt !== null,
      isRead: readAt !== null
    })
    const anyFault = fc.constantFrom(null, ...RecipientFault.literals)
    const ofOneFault = fc
      .tuple(anyReceipts, anyFault)
      .map(([receipts, reason]) => receipts.map((receipt) => ({ ...receipt, reason })))
    const shuffled = ofOneFault.chain((receipts) =>
      fc.tuple(fc.constant(receipts), fc.shuffledSubarray(receipts, { minLength: receipts.length }))
    )
    fc.assert(
      fc.property(anyState, shuffled, (start, [one, other]) => {
        assert.deepStrictEqual(proven(receive(start, ...one)), proven(receive(start, ...other)))
      })
    )
  })

  it("B11, B21: of two failures, the first gives the reason", () => {
    const first = receipt("undeliverable", 2_000, { reason: "capped", error: "too many" })
    const second = receipt("undeliverable", 1_000, { reason: "unreachable", error: "no account" })
    assert.deepStrictEqual(ending(receive(sent, first, second)), ["undeliverable", "capped", "too many"])
    assert.deepStrictEqual(ending(receive(sent, second, first)), ["undeliverable", "unreachable", "no account"])
  })

  it("B11: sets the highest status that the delivery or a receipt proves", () => {
    fc.assert(
      fc.property(anyState, anyReceipts, (start, receipts) => {
        const most = Math.max(evidence[start.status], ...receipts.map(({ status }) => evidence[status]))
        assert.strictEqual(evidence[receive(start, ...receipts).status], most)
      })
    )
  })

  it("B11: of delivered or read overrides undeliverable and clears its error, never the reverse", () => {
    const failed = receive(sent, receipt("undeliverable"))
    assert.deepStrictEqual(ending(failed), ["undeliverable", "undeliverable", "no such number"])
    for (const status of ["delivered", "read"] as const) {
      const reached = receive(failed, receipt(status))
      assert.deepStrictEqual(ending(reached), [status, null, null])
      assert.strictEqual(receive(reached, receipt("undeliverable")), reached)
    }
  })

  it("B11: of read sets an empty deliveredAt and keeps an existing one", () => {
    const read = receive(sent, receipt("read", 3_000))
    assert.deepStrictEqual([read.deliveredAt, read.readAt], [at(3_000), at(3_000)])
    const both = receive(sent, receipt("delivered", 2_000), receipt("read", 3_000))
    assert.deepStrictEqual([both.deliveredAt, both.readAt], [at(2_000), at(3_000)])
  })

  it("B13: proves that the channel accepted the message, whatever its status", () => {
    for (const status of ["sent", "delivered", "read", "undeliverable"] as const) {
      const row = receive(unknown, receipt(status))
      assert.deepStrictEqual([row.status, row.messageId, row.sentAt], [status, "m-1", at(2_000)])
      assert.strictEqual(row.leaseUntil, null)
    }
  })

  it("B11: of undeliverable without a reason still sets an error", () => {
    const failed = receive(sent, receipt("undeliverable", 2_000, { error: null }))
    assert.deepStrictEqual(ending(failed), ["undeliverable", "undeliverable", "undeliverable"])
  })

  it("B11: proves that a delivery counted as unsent was sent", () => {
    const row = receive(cancelled, receipt("sent"))
    assert.deepStrictEqual(ending(row), ["sent", null, null])
  })

  it("B13: changes no delivery that was rejected at creation", () => {
    fc.assert(fc.property(anyReceipts, (receipts) => assert.strictEqual(receive(refused, ...receipts), refused)))
  })
})

describe("an outcome", () => {
  it("B10: of acceptance makes the delivery sent, with the message id", () => {
    assert.deepStrictEqual([sent.status, sent.messageId, sent.sentAt, sent.leaseUntil], ["sent", "m-1", now, null])
  })

  it("B10: of any claim but the latest changes nothing", () => {
    const results: ReadonlyArray<Result> = [{ _tag: "Accepted", messageId: "m-9" }, refusal, lost, retry]
    fc.assert(
      fc.property(anyState, fc.constantFrom(...results), fc.integer({ min: -2, max: 2 }), (row, result, distance) => {
        fc.pre(distance !== 0)
        const late: Delivery.SendOutcome = { uuid, attempt: row.attempt + distance, ...result }
        assert.strictEqual(Delivery.applyOutcome(row, late, "sending", now), row)
      })
    )
  })

  it("B10: that proves nothing applies only while the delivery is sending", () => {
    for (const row of states.filter(({ status }) => status !== "sending")) {
      assert.strictEqual(record(row, refusal), row)
      assert.strictEqual(record(row, lost), row)
      if (row !== claimed) assert.strictEqual(record(row, retry), row)
    }
  })

  it("B10, B12: of a retry also ends a claim without a started send", () => {
    const released = record(claimed, { ...retry, counts: false })
    assert.deepStrictEqual([released.status, released.attempt, released.leaseUntil], ["pending", 1, null])
  })

  it("B12: of acceptance that arrives late is proof: an unknown delivery becomes sent", () => {
    const row = record(unknown, accepted)
    assert.deepStrictEqual([row.status, row.messageId, row.leaseUntil], ["sent", "m-1", null])
  })

  it("B11: of acceptance keeps what a receipt has proven, and sets the id", () => {
    fc.assert(
      fc.property(anyState, (row) => {
        const next = record(row, accepted)
        assert.isAtLeast(evidence[next.status], evidence[row.status])
        assert.strictEqual(next.messageId, row.messageId ?? "m-1")
        assert.isNotNull(next.sentAt)
        assert.strictEqual(record(next, accepted), next)
      })
    )
  })

  it("B15: of a retry makes it wait for the delay, and counts as a retry only if the outcome says so", () => {
    const counted = record(sending, retry)
    assert.deepStrictEqual([counted.status, counted.notBefore, counted.retries], ["pending", at(4_000), 1])
    assert.strictEqual(record(sending, { ...retry, counts: false }).retries, 0)
    assert.strictEqual(Delivery.claim(counted, at(9_000), at(3_999)), counted)
    const again = Delivery.claim(counted, at(9_000), at(4_000))
    assert.deepStrictEqual([again.status, again.attempt, again.notBefore], ["claimed", 2, null])
  })

  it("B10: of a retry becomes a rejection with the reason if the broadcast is over, not if it is paused", () => {
    for (const status of ["completed", "cancelled", "expired", "failed"] as const) {
      const row = record(sending, retry, status)
      assert.deepStrictEqual(ending(row), ["rejected", status, `${status} before sending`])
    }
    assert.strictEqual(record(sending, retry, "paused").status, "pending")
  })
})

describe("a delivery", () => {
  it("B14: updatedAt increases with every visible change, even if the clock stands still or goes back", () => {
    const steps: ReadonlyArray<(row: Delivery.Delivery, instant: DateTime.Utc) => Delivery.Delivery> = [
      (row, instant) => Delivery.claim(row, at(5_000), instant),
      (row, instant) => Delivery.beginSend(row, row.attempt, at(5_000), instant),
      (row, instant) => Delivery.applyReceipt(row, receipt("delivered"), instant),
      (row, instant) => Delivery.applyReceipt(row, receipt("undeliverable"), instant),
      (row, instant) => record(row, accepted, "sending", instant),
      (row, instant) => record(row, retry, "sending", instant),
      (row, instant) => Delivery.expireLease(row, at(9_000), instant),
      (row, instant) => Delivery.reject(row, notSentProblem("expired"), instant),
      (row, instant) => eraseDelivery(row, digest, instant)
    ]
    fc.assert(
      fc.property(anyState, fc.constantFrom(...steps), fc.integer({ min: 0, max: 6_000 }), (row, step, millis) => {
        const next = step(row, at(millis))
        const seen = (delivery: Delivery.Delivery) => JSON.stringify({ ...delivery, leaseUntil: null, updatedAt: null })
        if (seen(next) === seen(row)) return assert.strictEqual(next.updatedAt, row.updatedAt)
        const earliest = DateTime.toEpochMillis(row.updatedAt) + 1
        assert.deepStrictEqual(next.updatedAt, at(Math.max(millis, earliest)))
      })
    )
  })

  it("B10: that the platform holds is not sent, whatever its earlier state, until a receipt says it is", () => {
    for (const row of states) {
      const held = record(row, { _tag: "Accepted", messageId: "m-1", isHeld: true })
      assert.strictEqual(record(held, { _tag: "Accepted", messageId: "m-1", isHeld: true }), held)
      assert.deepStrictEqual(held.sentAt, row.sentAt)
      assert.strictEqual(held.messageId, "m-1")
      if (evidence[row.status] <= evidence.unknown) {
        assert.deepStrictEqual(ending(held), ["unknown", "held_for_quality", recipientReasons.held_for_quality])
        assert.deepStrictEqual([held.leaseUntil, held.notBefore], [null, null])
      } else assert.strictEqual(held.status, row.status)
      const released = receive(held, receipt("sent"))
      assert.isNotNull(released.sentAt)
      if (held.status === "unknown") assert.deepStrictEqual(ending(released), ["sent", null, null])
    }
  })

  it("B10, B21: has a reason and an error exactly if it failed or is unknown, and a lease only while in progress", () => {
    for (const row of [...states, refused]) {
      const failed = row.status === "rejected" || row.status === "undeliverable" || row.status === "unknown"
      assert.deepStrictEqual([row.reason !== null, row.error !== null], [failed, failed])
      if (row.leaseUntil !== null) assert.include(["claimed", "sending", "unknown"], row.status)
      if (row.notBefore !== null) assert.strictEqual(row.status, "pending")
    }
  })

  it("B10: is rejected only before its send has started", () => {
    for (const row of states) {
      const next = Delivery.reject(row, notSentProblem("cancelled"), now)
      assert.strictEqual(next !== row, row.status === "pending" || row.status === "claimed")
      if (next !== row) assert.deepStrictEqual(ending(next), ["rejected", "cancelled", "cancelled before sending"])
    }
  })

  it("C7: of an erased contact loses all personal data and error messages, and keeps its outcome", () => {
    const problems = [
      { reason: "invalid_identifier", error: "Ana" },
      { reason: "missing_parameter", error: "Ana" }
    ] as const
    for (const row of [...states, refused, { ...refused, problems }]) {
      const erased = eraseDelivery({ ...row, contactUuid }, digest, now)
      const rejected = Delivery.reject(row, erasedProblem, now)
      const { reason, status } = rejected
      const error = reason === null ? null : impersonalProblem(reason).error
      const parameters = row.parameters === null ? null : noParameters
      const messageId = row.messageId === null ? null : digest(row.messageId)
      const content = { parameters, problems: null, error, messageId }
      const person = { identifier: "", clientReference: null, contactUuid: null, ...content }
      const updatedAt = erased.updatedAt
      assert.deepStrictEqual(erased, { ...rejected, ...person, status, updatedAt })
      assert.isTrue(DateTime.isGreaterThan(erased.updatedAt, row.updatedAt))
      assert.strictEqual(eraseDelivery(erased, digest, at(9_000)), erased)
    }
  })

  it("C7: of an erased contact stores no later message from the channel", () => {
    const said = "4917000000001 (Ana) is not a user"
    const refusal = { _tag: "Undeliverable", reason: "unreachable", error: said } as const
    const late = receipt("undeliverable", 5_000, { reason: "unreachable", error: said })
    const erased = eraseDelivery(sending, digest, now)
    for (const row of [record(erased, refusal), receive(erased, late), receive(record(erased, accepted), late)]) {
      assert.deepStrictEqual(ending(row), ["undeliverable", "unreachable", recipientReasons.unreachable])
      assert.strictEqual(eraseDelivery(row, digest, at(9_000)), row)
    }
    assert.strictEqual(receive(sent, late).error, said)
  })

  it("C7: of an erased contact is rejected instead of sent again", () => {
    const row = record(eraseDelivery(sending, digest, now), retry)
    assert.deepStrictEqual(ending(row), ["rejected", "erased", "contact erased before sending"])
  })
})
