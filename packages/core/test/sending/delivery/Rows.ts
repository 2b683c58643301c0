import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { correlationOf, type DeliveryReceipt, RecipientFault } from "@rollcall/core/channel"
import { type BroadcastStatus, notSentProblem, type RecipientProblem } from "@rollcall/core/sending"
import { type BroadcastRef, Delivery, type StoredRecipient } from "@rollcall/core/storage"
import { DateTime, Duration } from "effect"
import * as fc from "fast-check"

/** An instant, in milliseconds. */
export const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)
/** The instant of every transition that names none. */
export const now = at(1_000)

export const ref: BroadcastRef = {
  workspace: WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001"),
  broadcast: BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000002")
}
export const uuid = RecipientUuid.make("0198a5c0-0000-7000-8000-000000000003")
export const address = "4917000000001"

/** The digest of a message id. */
export const digest = Delivery.messageDigestWith((messageId) => `of ${messageId}`)

const parameters = { header: null, body: ["Ana"], buttons: [], cards: null }
const recipient: StoredRecipient = {
  uuid,
  position: 1,
  identifier: address,
  address,
  clientReference: "Order 7",
  outcome: { _tag: "Accepted", parameters }
}

/** The delivery to an accepted recipient, and to one that was rejected at creation. */
export const pending = Delivery.newDelivery(ref, recipient, now)
export const refused = Delivery.newDelivery(
  ref,
  {
    ...recipient,
    position: 2,
    identifier: "+1",
    address: "1",
    outcome: { _tag: "Rejected", problems: [{ reason: "invalid_identifier", error: "has a plus" }] }
  },
  now
)
/** The delivery under its first claim, which lasts to 5,000. */
export const claimed = Delivery.claim(pending, at(5_000), now)
/** The delivery while it is sent, which may last to 5,000. */
export const sending = Delivery.beginSend(claimed, 1, at(5_000), now)

/** A receipt of the channel. */
export const receipt = (
  status: DeliveryReceipt["status"],
  millis = 2_000,
  change: Partial<DeliveryReceipt> = {}
): DeliveryReceipt => ({
  workspaces: [ref.workspace],
  correlation: correlationOf(ref.workspace, uuid),
  messageId: "m-1",
  status,
  error: status === "undeliverable" ? "no such number" : null,
  reason: null,
  at: at(millis),
  ...change
})

/** What a channel calls a delivery. */
export const correlationOfRow = ({ uuid, workspaceUuid }: Delivery.Delivery) => correlationOf(workspaceUuid, uuid)

/** An outcome without the claim that it is of. */
export type Result =
  | { readonly _tag: "Accepted"; readonly messageId: string; readonly isHeld?: boolean }
  | ({ readonly _tag: "Undeliverable" } & RecipientProblem)
  | { readonly _tag: "Unknown"; readonly askAfter: Duration.Duration | null }
  | { readonly _tag: "Retry"; readonly delay: Duration.Duration; readonly counts: boolean }

export const accepted = { _tag: "Accepted", messageId: "m-1" } satisfies Result
export const refusal = { _tag: "Undeliverable", reason: "retries_exhausted", error: "no" } satisfies Result
export const lost = { _tag: "Unknown", askAfter: null } satisfies Result
export const retry = { _tag: "Retry", delay: Duration.seconds(3), counts: true } satisfies Result

/** The delivery after an outcome of its latest claim. */
export const record = (
  row: Delivery.Delivery,
  result: Result,
  status: BroadcastStatus = "sending",
  instant = now
): Delivery.Delivery => Delivery.applyOutcome(row, { uuid: row.uuid, attempt: row.attempt, ...result }, status, instant)

/** The delivery when its latest claim is resolved. */
export const resolve = (
  row: Delivery.Delivery,
  resolution: Delivery.Resolution,
  status: BroadcastStatus = "sending"
): Delivery.Delivery => Delivery.resolve(row, row.attempt, resolution, status, now)

/** The delivery after receipts. */
export const receive = (row: Delivery.Delivery, ...receipts: ReadonlyArray<DeliveryReceipt>): Delivery.Delivery =>
  receipts.reduce((delivery, receipt) => Delivery.applyReceipt(delivery, receipt, now), row)

/** The delivery whose claim expired, and those that it may become. */
export const unknown = Delivery.expireLease(sending, at(9_000), at(5_000))
export const unresolved = resolve(unknown, { _tag: "Unknown" })
export const cancelled = Delivery.reject(pending, notSentProblem("cancelled"), now)
export const sent = record(sending, accepted)
export const undeliverable = receive(sent, receipt("undeliverable"))
export const delivered = receive(sent, receipt("delivered"))
export const read = receive(sent, receipt("read"))

/** A delivery in every state that the rules lead to, but the one that was rejected at creation. */
export const states: ReadonlyArray<Delivery.Delivery> = [
  pending,
  claimed,
  sending,
  unknown,
  unresolved,
  record(sending, retry),
  record(sending, retry, "cancelled"),
  record(sending, refusal),
  cancelled,
  sent,
  undeliverable,
  delivered,
  read
]

export const anyState = fc.constantFrom(...states)
const anyReceipt: fc.Arbitrary<DeliveryReceipt> = fc.record({
  workspaces: fc.constant([ref.workspace]),
  correlation: fc.constantFrom(correlationOf(ref.workspace, uuid), null),
  messageId: fc.constantFrom("m-1", "m-2"),
  status: fc.constantFrom("sent", "delivered", "read", "undeliverable"),
  error: fc.constantFrom(null, "no such number"),
  reason: fc.constantFrom(null, ...RecipientFault.literals),
  at: fc.integer({ min: 0, max: 10_000 }).map(at)
})
export const anyReceipts = fc.array(anyReceipt, { maxLength: 8 })
