import type { DateTime } from "effect"
import { erasedProblem, impersonalProblem } from "../../sending/broadcasts/Recipient.ts"
import { laterThan } from "../../shared/Instant.ts"
import { noParameters } from "../../sending/templates/MessageParameters.ts"
import { type Delivery, isErased, type MessageDigest, reject } from "../../sending/delivery/Delivery.ts"

/**
 * Removes the person from a delivery: the address, the reference, the values of the message, and every sentence. The
 * digest of its message id, which may hold the address, takes the place of the id. It is rejected if its send has not
 * begun. Another one goes on, and is rejected instead of pending again if its send fails: there is no address left to
 * send to.
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
