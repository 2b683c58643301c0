import {
  type BroadcastStatus,
  BroadcastUuid,
  Ledger,
  neverSent,
  type Receipt,
  RecipientUuid,
  type Settlement
} from "@rollcall/core"
import { DateTime, Duration } from "effect"
import * as fc from "fast-check"

/** An instant, in milliseconds. */
export const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)
/** The instant of every step that names none. */
export const now = at(1_000)
const broadcast = BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000001")
export const uuid = RecipientUuid.make("0198a5c0-0000-7000-8000-000000000002")
const parameters = { header: null, body: ["Ana"], buttons: [], cards: null }

/** The account of a recipient who was accepted, and of one who was refused. */
export const accepted = Ledger.openRow(
  broadcast,
  1,
  { uuid, identifier: "4917000000001", clientReference: null, outcome: { _tag: "Accepted", parameters } },
  now
)
export const refused = Ledger.openRow(
  broadcast,
  2,
  { uuid, identifier: "+1", clientReference: null, outcome: { _tag: "Rejected", error: "has a plus" } },
  now
)
/** The account under its first claim, which lasts to 5,000. */
export const sending = Ledger.claim(accepted, at(5_000), now)

/** What the channel says of it. */
export const receipt = (status: Receipt["status"], millis = 2_000, change: Partial<Receipt> = {}): Receipt => ({
  correlation: uuid,
  messageId: "m-1",
  status,
  error: status === "undeliverable" ? "no such number" : null,
  at: at(millis),
  ...change
})

/** What came of a claim, without the claim. */
export type Word =
  | { readonly _tag: "Taken"; readonly messageId: string }
  | { readonly _tag: "Undeliverable"; readonly error: string }
  | { readonly _tag: "Unknown"; readonly askAfter: Duration.Duration | null }
  | { readonly _tag: "Retry"; readonly delay: Duration.Duration; readonly counts: boolean }

/** The account after an outcome of its latest claim. */
export const outcome = (row: Ledger.LedgerRow, word: Word, status: BroadcastStatus = "sending", instant = now) =>
  Ledger.applyOutcome(row, { uuid, attempt: row.attempt, ...word }, status, instant, neverSent)
export const lost = { _tag: "Unknown", askAfter: null } satisfies Word
export const retry = { _tag: "Retry", delay: Duration.seconds(3), counts: true } satisfies Word
/** The account when it is settled. */
export const settled = (row: Ledger.LedgerRow, record: Settlement, status: BroadcastStatus = "sending") =>
  Ledger.settle(row, { attempt: row.attempt, record }, status, now, neverSent)

/** The account whose claim ran out. */
export const unknown = Ledger.surrender(sending, at(9_000), at(5_000))
export const sent = outcome(sending, { _tag: "Taken", messageId: "m-1" })
/** The account after receipts. */
export const receive = (row: Ledger.LedgerRow, ...receipts: ReadonlyArray<Receipt>) =>
  receipts.reduce((account, receipt) => Ledger.applyReceipt(account, receipt, now), row)

/** An account in every state that the rules lead to. */
export const states: ReadonlyArray<Ledger.LedgerRow> = [
  accepted,
  sending,
  unknown,
  settled(unknown, { _tag: "Untold" }),
  outcome(sending, retry),
  outcome(sending, retry, "cancelled"),
  outcome(sending, { _tag: "Undeliverable", error: "no such number" }),
  Ledger.reject(accepted, "cancelled before sending", now),
  sent,
  receive(sent, receipt("undeliverable")),
  receive(sent, receipt("delivered")),
  receive(sent, receipt("read"))
]

export const anyState = fc.constantFrom(...states)
const anyReceipt: fc.Arbitrary<Receipt> = fc.record({
  correlation: fc.constantFrom(uuid, null),
  messageId: fc.constantFrom("m-1", "m-2"),
  status: fc.constantFrom("sent", "delivered", "read", "undeliverable"),
  error: fc.constantFrom(null, "no such number"),
  at: fc.integer({ min: 0, max: 10_000 }).map(at)
})
export const anyReceipts = fc.array(anyReceipt, { maxLength: 8 })
