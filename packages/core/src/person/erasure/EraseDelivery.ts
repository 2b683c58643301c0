import type { DateTime } from "effect"
import { erasedProblem, impersonalProblem } from "../../sending/broadcasts/Recipient.ts"
import { laterThan } from "../../shared/Instant.ts"
import { noParameters } from "../../sending/templates/MessageParameters.ts"
import { type Delivery, isErased, type MessageDigest, reject } from "../../sending/delivery/Delivery.ts"

/**
 * Removes the person from a delivery: the address, the reference, the message's values, and all error messages. Replaces
 * the message id with its digest, because the id may contain the address. A delivery is rejected if its send has not begun.
 * Otherwise the send continues, and a failed send is rejected instead of retried, because the address is gone.
 */
export const eraseDelivery = (row: Delivery, digest: MessageDigest, now: DateTime.Utc): Delivery => {
  if (isErased(row) && row.clientReference === null && row.contactUuid === null) return row
  const rejected = reject(row, erasedProblem, now)
  return {
    ...rejected,
    identifier: "",
    clientReference: null,
    contactUuid: null,
    parameters: row.parameters === null ? null : noParameters,
    messageId: row.messageId === null ? null : digest(row.messageId),
    problems: null,
    error: rejected.reason === null ? null : impersonalProblem(rejected.reason).error,
    updatedAt: laterThan(row.updatedAt, now)
  }
}
