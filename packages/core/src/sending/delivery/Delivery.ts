import { DateTime, type Duration } from "effect"
import { type BroadcastStatus, isOver } from "../broadcasts/Broadcast.ts"
import {
  evidence,
  erasedProblem,
  heldProblem,
  impersonalProblem,
  notSentProblem,
  type RecipientProblem,
  type RecipientReason,
  type RecipientStatus,
  unansweredProblem
} from "../broadcasts/Recipient.ts"
import type { ReceiptContent } from "../channels/MessageChannel.ts"
import { afterDelay, endOfWait, hasPassed, laterThan } from "../../shared/Instant.ts"
import { type Delivery, isErased, isUnsent, type Resolution, type SendOutcome } from "./DeliveryState.ts"

export {
  broadcastOf,
  countersOf,
  countsSince,
  type Delivery,
  type DeliveryCounters,
  isErased,
  isUnfinished,
  isUnsent,
  type MessageDigest,
  messageDigestWith,
  newDelivery,
  overTime,
  reasonsOf,
  recipientOf,
  type Resolution,
  type SendAttempt,
  type SendOutcome,
  type SpanCounts,
  type SpanRequest
} from "./DeliveryState.ts"

// The state machine of a delivery: docs/contributing/decisions.md, B10 to B14. Each bulk statement of `DeliveryStore` names
// the function here that it equals. Each function returns the same object if nothing changes, and a later `updatedAt` if
// anything but `leaseUntil` changes.

/**
 * Claims a pending delivery without a retry, or with a due retry, until `leaseUntil`. The claim is for a later send
 * (`claimed`) or an immediate send (`sending`).
 */
export const claim = (
  row: Delivery,
  leaseUntil: DateTime.Utc,
  now: DateTime.Utc,
  as: "claimed" | "sending" = "claimed"
): Delivery =>
  row.status !== "pending" ||
  (row.notBefore !== null && !hasPassed({ begun: row.updatedAt, until: row.notBefore }, now))
    ? row
    : move(row, as, now, { attempt: row.attempt + 1, leaseUntil })

/**
 * Marks a claimed delivery as being sent, if `attempt` is its latest claim and the claim has not expired.
 *
 * @see docs/contributing/decisions.md, B12
 */
export const beginSend = (row: Delivery, attempt: number, leaseUntil: DateTime.Utc, now: DateTime.Utc): Delivery =>
  row.status !== "claimed" || row.attempt !== attempt || hasExpired(row, now)
    ? row
    : move(row, "sending", now, { leaseUntil })

/** Makes a pending delivery that waits for a retry claimable at once. */
export const wake = (row: Delivery, now: DateTime.Utc): Delivery =>
  row.status === "pending" && row.notBefore !== null && DateTime.isGreaterThan(row.notBefore, now)
    ? { ...row, notBefore: now }
    : row

/** Updates a claimed delivery to its contact's current address, if `attempt` is its latest claim. */
export const readdress = (row: Delivery, attempt: number, address: string, now: DateTime.Utc): Delivery =>
  row.status !== "claimed" || row.attempt !== attempt || row.identifier === address || isErased(row)
    ? row
    : { ...row, identifier: address, updatedAt: laterThan(row.updatedAt, now) }

/** Returns whether the lease of a delivery has expired. */
const hasExpired = ({ leaseUntil }: Delivery, now: DateTime.Utc): boolean =>
  leaseUntil !== null && DateTime.isLessThanOrEqualTo(leaseUntil, now)

/**
 * Applies a receipt. The status changes only to a status that proves more. Any receipt proves that the channel accepted the
 * message, so a delivery without a message id gets the id and counts as sent. Existing timestamps stay unchanged.
 */
export const applyReceipt = (row: Delivery, receipt: ReceiptContent, now: DateTime.Utc): Delivery => {
  if (row.parameters === null) return row
  const accepted = acceptance(row, receipt.messageId, receipt.at)
  if (evidence[receipt.status] <= evidence[row.status]) return learn(row, accepted, now)
  switch (receipt.status) {
    case "sent":
      return move(row, "sent", now, accepted)
    case "undeliverable":
      return move(row, "undeliverable", now, {
        ...accepted,
        ...problemOf(row, receipt.reason ?? "undeliverable", receipt.error ?? "undeliverable")
      })
    case "delivered":
      return move(row, "delivered", now, { ...accepted, deliveredAt: row.deliveredAt ?? receipt.at })
    case "read":
      return move(row, "read", now, { ...accepted, deliveredAt: row.deliveredAt ?? receipt.at, readAt: receipt.at })
  }
}

/**
 * Applies the outcome of a claim, if the claim is the latest. `Accepted` is proof: it counts even after the lease has
 * expired, and never lowers the status. Other outcomes apply only while the delivery is `sending`. For claims that were
 * never sent, `Retry` also applies while the delivery is `claimed`, and `Rejected` only then. A retry for a broadcast that
 * is over becomes `rejected`.
 */
export const applyOutcome = (
  row: Delivery,
  outcome: SendOutcome,
  broadcast: BroadcastStatus,
  now: DateTime.Utc
): Delivery => {
  if (outcome.attempt !== row.attempt || row.parameters === null) return row
  if (outcome._tag === "Accepted") {
    return outcome.isHeld === true ? hold(row, outcome.messageId, now) : accept(row, outcome.messageId, now)
  }
  if (outcome._tag === "Rejected") {
    return row.status === "claimed" ? reject(row, isErased(row) ? erasedProblem : outcome, now) : row
  }
  if (row.status !== "sending" && (row.status !== "claimed" || outcome._tag !== "Retry")) return row
  switch (outcome._tag) {
    case "Undeliverable":
      return move(row, "undeliverable", now, problemOf(row, outcome.reason, outcome.error))
    case "Unknown":
      return move(row, "unknown", now, {
        ...unansweredProblem,
        leaseUntil: outcome.askAfter === null ? null : afterDelay(now, outcome.askAfter)
      })
    case "Retry":
      return release(row, broadcast, now, {
        notBefore: outcome.delay === null ? null : afterDelay(now, outcome.delay),
        retries: outcome.counts ? row.retries + 1 : row.retries
      })
  }
}

/**
 * Expires a lease. A claimed delivery becomes pending again. A delivery being sent becomes `unknown`, and its outcome is
 * looked up at `askAgainAt`.
 */
export const expireLease = (row: Delivery, askAgainAt: DateTime.Utc, now: DateTime.Utc): Delivery => {
  if (!hasExpired(row, now)) return row
  switch (row.status) {
    case "claimed":
      return move(row, "pending", now)
    case "sending":
      return move(row, "unknown", now, { ...unansweredProblem, leaseUntil: askAgainAt })
    default:
      return { ...row, leaseUntil: askAgainAt }
  }
}

/** Shortens a lease to at most `lease` from now. Leases are longer only if the clock has gone back. */
export const shortenLease = (row: Delivery, lease: Duration.Duration, now: DateTime.Utc): Delivery => {
  const { leaseUntil: until, status, updatedAt } = row
  const isOfWorker = status === "claimed" || status === "sending"
  if (until === null || (isOfWorker && !DateTime.isGreaterThan(updatedAt, now))) return row
  const leaseUntil = endOfWait(until, lease, now)
  return leaseUntil === until ? row : { ...row, leaseUntil }
}

/**
 * Resolves an `unknown` delivery, if `attempt` is its latest claim. A message that was not accepted becomes pending again,
 * or `rejected` if the broadcast is over. A delivery that is given up becomes `undeliverable` with `unknownProblem`, which
 * a receipt overrides.
 */
export const resolve = (
  row: Delivery,
  attempt: number,
  resolution: Resolution,
  broadcast: BroadcastStatus,
  now: DateTime.Utc
): Delivery => {
  if (row.status !== "unknown" || attempt !== row.attempt) return row
  switch (resolution._tag) {
    case "Accepted":
      return accept(row, resolution.messageId, now)
    case "NotAccepted":
      return release(row, broadcast, now, { notBefore: now })
    case "Unknown":
      return row.leaseUntil === null ? row : { ...row, leaseUntil: null }
    case "Resend":
      return row.retries >= resolution.retries || isOver(broadcast) || isErased(row)
        ? move(row, "undeliverable", now, unknownProblem)
        : move(row, "pending", now, { notBefore: now, retries: row.retries + 1 })
    case "GiveUp":
      return move(row, "undeliverable", now, unknownProblem)
  }
}

/** The problem of a delivery that was given up although the channel may have accepted it. */
export const unknownProblem: RecipientProblem = { reason: "outcome_unknown", error: "outcome unknown" }

/** Rejects a delivery whose send has not begun. */
export const reject = (row: Delivery, { error, reason }: RecipientProblem, now: DateTime.Utc): Delivery =>
  isUnsent(row) ? move(row, "rejected", now, { reason, error }) : row

/** Returns the problem that a channel reports for a delivery, in impersonal words if the contact was erased. */
const problemOf = (row: Delivery, reason: RecipientReason, error: string): RecipientProblem =>
  isErased(row) ? impersonalProblem(reason) : { reason, error }

/** Records that the channel accepted the message, so the delivery is at least `sent`. */
const accept = (row: Delivery, messageId: string, now: DateTime.Utc): Delivery => {
  const accepted = acceptance(row, messageId, now)
  return evidence[row.status] < evidence.sent ? move(row, "sent", now, accepted) : learn(row, accepted, now)
}

/** Records that the channel holds the message and may drop it. The outcome is unknown and is not looked up. */
const hold = (row: Delivery, messageId: string, now: DateTime.Utc): Delivery => {
  const known = { messageId: row.messageId ?? messageId, sentAt: row.sentAt }
  return evidence[row.status] > evidence.unknown || (row.status === "unknown" && row.reason === heldProblem.reason)
    ? learn(row, known, now)
    : move(row, "unknown", now, { ...heldProblem, ...known })
}

/** Returns the message id and the time of acceptance. Existing values take precedence. */
const acceptance = (row: Delivery, messageId: string, at: DateTime.Utc): Pick<Delivery, "messageId" | "sentAt"> => ({
  messageId: row.messageId ?? messageId,
  sentAt: row.sentAt ?? at
})

/** Records an acceptance without changing the status. */
const learn = (row: Delivery, accepted: Pick<Delivery, "messageId" | "sentAt">, now: DateTime.Utc): Delivery =>
  accepted.messageId === row.messageId && accepted.sentAt === row.sentAt
    ? row
    : { ...row, ...accepted, updatedAt: laterThan(row.updatedAt, now) }

/** Ends a claim without a send. The delivery becomes pending again, unless the broadcast is over or the contact erased. */
const release = (
  row: Delivery,
  broadcast: BroadcastStatus,
  now: DateTime.Utc,
  changes: Partial<Delivery> = {}
): Delivery => {
  if (isErased(row)) return move(row, "rejected", now, erasedProblem)
  return isOver(broadcast) ? move(row, "rejected", now, notSentProblem(broadcast)) : move(row, "pending", now, changes)
}

/** Changes the status, and resets the reason, the error, the retry time and the lease. */
const move = (row: Delivery, status: RecipientStatus, now: DateTime.Utc, changes?: Partial<Delivery>): Delivery => ({
  ...row,
  reason: null,
  error: null,
  notBefore: null,
  leaseUntil: null,
  ...changes,
  status,
  updatedAt: laterThan(row.updatedAt, now)
})
