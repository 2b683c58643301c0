import { Schema } from "effect"
import { BroadcastUuid, RecipientUuid } from "../shared/Ids.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** The states of a delivery (B10). */
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

/** One recipient of a broadcast as readers see it: its address, its status, and the error if it was not reached. */
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
  /** Grows with every change of the delivery (B14). */
  updatedAt: Schema.DateTimeUtc
})
export type Recipient = typeof Recipient.Type

/** A recipient as it is stored at acceptance: `pending` with its frozen parameters, or `rejected` with an error. */
export interface NewRecipient {
  readonly uuid: RecipientUuid
  /** The order of acceptance, from 1. */
  readonly position: number
  readonly identifier: string
  readonly clientReference: string | null
  readonly outcome:
    | { readonly _tag: "Accepted"; readonly parameters: MessageParameters }
    | { readonly _tag: "Rejected"; readonly error: string }
}

/** The status on the wire: pending, sending, unknown and sent are `submitted` (B10). */
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
 * How much a status proves. A receipt moves a delivery only to a status that proves more (B11): `delivered` overrides
 * `undeliverable`, never the reverse, and a receipt for a delivery that was believed unsent proves that it was sent.
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
