import { assert, it } from "@effect/vitest"
import { Delivery } from "@rollcall/core/storage"
import * as fc from "fast-check"
import {
  cancelled,
  delivered,
  pending,
  read,
  refused,
  sending,
  sent,
  undeliverable,
  unknown,
  unresolved
} from "./Rows.ts"

const unfinished = [pending, sending, unknown]
const finished = [unresolved, refused, cancelled, sent, delivered, read, undeliverable]

it("B13: counters are cumulative, and count each delivery for every state it reached", () => {
  assert.deepStrictEqual(Delivery.countersOf([...unfinished, ...finished]), {
    recipients: 9,
    sent: 4,
    delivered: 2,
    read: 1,
    rejected: 2,
    failed: 1,
    unfinished: 3
  })
})

it("B13: read <= delivered <= sent <= recipients, for any deliveries", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...unfinished, ...finished)), (rows) => {
      const { delivered, failed, read, recipients, rejected, sent } = Delivery.countersOf(rows)
      assert.isTrue(read <= delivered && delivered <= sent && sent <= recipients, "cumulative")
      assert.isAtMost(delivered + failed + rejected, rows.length)
    })
  )
})

it("B10: a delivery is unfinished while it may be sent, or the channel must be asked for its outcome", () => {
  for (const row of unfinished) assert.isTrue(Delivery.isUnfinished(row), row.status)
  for (const row of finished) assert.isFalse(Delivery.isUnfinished(row), row.status)
})
