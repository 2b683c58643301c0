import type { DateTime } from "effect"
import { erasedProblem, impersonalProblem } from "../broadcasts/Recipient.ts"
import { laterThan } from "../shared/Instant.ts"
import { noParameters } from "../templates/MessageParameters.ts"
import { type Delivery, isErased, reject } from "../delivery/Delivery.ts"

/**
 * Removes the person from a delivery (C7): the address, the reference, the values of the message, and every sentence. One
 * whose send has not begun is rejected. Another one goes on, and is rejected instead of pending again if its send fails:
 * there is no address left to send to.
 */
export const eraseDelivery = (row: Delivery, now: DateTime.Utc): Delivery => {
  if (isErased(row) && row.clientReference === null && row.contactUuid === null) return row
  const rejected = reject(row, erasedProblem, now)
  return {
    ...rejected,
    identifier: "",
    clientReference: null,
    contactUuid: null,
    parameters: row.parameters === null ? null : noParameters,
    problems: null,
    error: rejected.reason === null ? null : impersonalProblem(rejected.reason).error,
    updatedAt: laterThan(row.updatedAt, now)
  }
}
