import { Schema } from "effect"
import { BroadcastUuid, RecipientUuid } from "../shared/Ids.ts"

/** Where a recipient stands in the ledger (B10). */
export const RecipientStatus = Schema.Literals([
  "pending",
  "sending",
  "unknown",
  "sent",
  "undeliverable",
  "delivered",
  "read",
  "rejected"
])
export type RecipientStatus = typeof RecipientStatus.Type

/** What a reader of the wire sees of a recipient's status. */
export type WireStatus = "submitted" | "delivered" | "read" | "rejected" | "undeliverable"

/** One recipient's account: who, where it stands, and why if it was not reached. */
export const Recipient = Schema.Struct({
  uuid: RecipientUuid,
  broadcastUuid: BroadcastUuid,
  /** The order of acceptance, from 1 (B14). */
  position: Schema.Int,
  identifier: Schema.String,
  clientReference: Schema.NullOr(Schema.String),
  status: RecipientStatus,
  /** Why the recipient was not reached: set when rejected or undeliverable, null otherwise. */
  error: Schema.NullOr(Schema.String),
  deliveredAt: Schema.NullOr(Schema.DateTimeUtc),
  /** Grows with every change of the account (B14). */
  updatedAt: Schema.DateTimeUtc
})
export type Recipient = typeof Recipient.Type

/** What the wire shows: what is pending, under way, taken over or not known is `submitted` (B10). */
export const wireStatus = (status: RecipientStatus): WireStatus => {
  switch (status) {
    case "pending":
    case "sending":
    case "unknown":
    case "sent":
      return "submitted"
    default:
      return status
  }
}

/**
 * How much a status proves. A receipt moves a recipient only to where more is proven (B11): delivery overrides
 * `undeliverable`, never the reverse, and a receipt for a recipient that was thought not handed over proves that it was.
 */
export const evidence: { readonly [Status in RecipientStatus]: number } = {
  pending: 0,
  sending: 0,
  rejected: 0,
  unknown: 1,
  sent: 2,
  undeliverable: 3,
  delivered: 4,
  read: 5
}
