import { assert, it } from "@effect/vitest"
import {
  type Broadcast,
  BroadcastUuid,
  hasExpired,
  Ledger,
  neverSent,
  type NewRecipient,
  type Receipt,
  RecipientUuid
} from "@rollcall/core"
import { DateTime } from "effect"
import * as fc from "fast-check"

const now = DateTime.makeUnsafe(1_000)
const later = DateTime.makeUnsafe(2_000)
const broadcast = BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000001")
const uuid = RecipientUuid.make("0198a5c0-0000-7000-8000-000000000002")
const parameters = { header: null, body: [], buttons: [], cards: null }

const open = (outcome: NewRecipient["outcome"]) =>
  Ledger.openRow(broadcast, 1, { uuid, identifier: "4917000000001", clientReference: null, outcome }, now)
const receive = (row: Ledger.LedgerRow, status: Receipt["status"]) =>
  Ledger.applyReceipt(row, { correlation: uuid, messageId: "m", status, error: null, at: now }, now)

const pending = open({ _tag: "Accepted", parameters })
const claimed = Ledger.claim(pending, later, now)
const surrendered = Ledger.surrender(claimed, DateTime.add(later, { seconds: 1 }), later)
const untold = { attempt: 1, record: { _tag: "Untold" } } as const
const lost = Ledger.settle(surrendered, untold, "sending", later, neverSent)
const refused = open({ _tag: "Rejected", error: "has a plus" })
const over = Ledger.reject(pending, "cancelled before sending", now)
const [sent, delivered, read] = [receive(claimed, "sent"), receive(claimed, "delivered"), receive(claimed, "read")]
const bounced = receive(sent, "undeliverable")

it("B13: counters are cumulative, and count each account for all that became of it", () => {
  const rows = [pending, claimed, lost, refused, over, sent, delivered, read, bounced]
  assert.deepStrictEqual(Ledger.countersOf(rows), {
    recipients: 8,
    sent: 4,
    delivered: 2,
    read: 1,
    rejected: 2,
    failed: 1
  })
})

it("B13: read <= delivered <= sent <= recipients, whatever the accounts", () => {
  const rows = fc.array(fc.constantFrom(pending, claimed, lost, refused, over, sent, delivered, read, bounced))
  fc.assert(
    fc.property(rows, (rows) => {
      const { delivered, failed, read, recipients, rejected, sent } = Ledger.countersOf(rows)
      assert.isTrue(read <= delivered && delivered <= sent && sent <= recipients, "cumulative")
      assert.isAtMost(delivered + failed + rejected, rows.length)
    })
  )
})

it("B10: an account is unfinished while it may be handed over, or somebody has to ask what became of it", () => {
  for (const row of [pending, claimed, surrendered]) assert.isTrue(Ledger.isUnfinished(row), row.status)
  for (const row of [lost, refused, over, sent, delivered, read, bounced]) {
    assert.isFalse(Ledger.isUnfinished(row), row.status)
  }
})

it("B3: a broadcast has expired from its very last instant on, and one without never does", () => {
  const until = (validUntil: Broadcast["validUntil"]) => ({ validUntil })
  assert.isFalse(hasExpired(until(later), now))
  assert.isTrue(hasExpired(until(later), later))
  assert.isTrue(hasExpired(until(now), later))
  assert.isFalse(hasExpired(until(null), later))
})
