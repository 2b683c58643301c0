import { DateTime, Duration } from "effect"
import type { BroadcastUuid } from "../shared/Ids.ts"
import type { BroadcastCounters, BroadcastStatus } from "../broadcasts/Broadcast.ts"
import type { NewRecipient } from "../broadcasts/BroadcastStore.ts"
import type { HandOverOutcome, Settlement } from "./Send.ts"
import type { Receipt } from "../channels/MessageChannel.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"
import { evidence, type Recipient, type RecipientStatus } from "../broadcasts/Recipient.ts"

/**
 * One recipient's account as stores keep it. The functions below are the definition of how it may change (B10-B13):
 * whatever a store writes has to agree with them. Each gives the very same row when nothing changes, and a later
 * `updatedAt` when anything but `leaseUntil` does (B14).
 */
export interface LedgerRow extends Recipient {
  /** What to send. Null when the recipient was refused at creation: such an account never changes again. */
  readonly parameters: MessageParameters | null
  /** The channel's id of the message: the first one that became known. */
  readonly messageId: string | null
  /** How often it was claimed. Only an outcome of the latest claim counts (fencing). */
  readonly attempt: number
  /** How many tries ended in a transient error that counts (B15). */
  readonly retries: number
  /** While pending: it is not to be claimed before this instant. */
  readonly notBefore: DateTime.Utc | null
  /**
   * While sending: when the claim runs out. While unknown: when the channel is asked again what became of a claim that
   * ran out. Null when nobody has to look after the account.
   */
  readonly leaseUntil: DateTime.Utc | null
  /** Since when it is known that the channel took the message over. The counter `sent` counts rows that have it. */
  readonly sentAt: DateTime.Utc | null
  readonly readAt: DateTime.Utc | null
}

/** The account of a new recipient; `position` counts from 1 in the order of acceptance. */
export const openRow = (
  broadcastUuid: BroadcastUuid,
  position: number,
  { clientReference, identifier, outcome, uuid }: NewRecipient,
  now: DateTime.Utc
): LedgerRow => ({
  uuid,
  broadcastUuid,
  position,
  identifier,
  clientReference,
  status: outcome._tag === "Accepted" ? "pending" : "rejected",
  error: outcome._tag === "Accepted" ? null : outcome.error,
  deliveredAt: null,
  updatedAt: now,
  parameters: outcome._tag === "Accepted" ? outcome.parameters : null,
  messageId: null,
  attempt: 0,
  retries: 0,
  notBefore: null,
  leaseUntil: null,
  sentAt: null,
  readAt: null
})

/** What a reader sees of an account. */
export const recipientOf = (row: LedgerRow): Recipient => ({
  uuid: row.uuid,
  broadcastUuid: row.broadcastUuid,
  position: row.position,
  identifier: row.identifier,
  clientReference: row.clientReference,
  status: row.status,
  error: row.error,
  deliveredAt: row.deliveredAt,
  updatedAt: row.updatedAt
})

/** Whether nothing more will be handed over for a broadcast in this state, ever. */
export const isOver = (status: BroadcastStatus): boolean =>
  status === "completed" || status === "cancelled" || status === "expired" || status === "failed"

/**
 * Whether something is still to be done for an account: hand it over, or ask what became of a claim that ran out. A
 * broadcast is not complete while one of its accounts is unfinished.
 */
export const isUnfinished = ({ leaseUntil, status }: LedgerRow): boolean => status === "pending" || leaseUntil !== null

/** The counters of a broadcast, by the accounts of all its recipients (B13). */
export const countersOf = (rows: ReadonlyArray<LedgerRow>): BroadcastCounters => {
  const count = (counts: (row: LedgerRow) => boolean) => rows.filter(counts).length
  return {
    recipients: count(({ parameters }) => parameters !== null),
    sent: count(({ sentAt }) => sentAt !== null),
    delivered: count(({ deliveredAt }) => deliveredAt !== null),
    read: count(({ readAt }) => readAt !== null),
    rejected: count(({ status }) => status === "rejected"),
    failed: count(({ status }) => status === "undeliverable")
  }
}

/** Claims a pending account, whose retry is due, until `leaseUntil`. */
export const claim = (row: LedgerRow, leaseUntil: DateTime.Utc, now: DateTime.Utc): LedgerRow =>
  row.status !== "pending" || (row.notBefore !== null && DateTime.isGreaterThan(row.notBefore, now))
    ? row
    : move(row, "sending", now, { attempt: row.attempt + 1, leaseUntil })

/**
 * What a receipt does (B11). It moves the account only to where more is proven. Whatever it says, there is a message,
 * so the channel took it over: an account that did not know learns the id and counts as sent. An instant that is known
 * stays.
 */
export const applyReceipt = (row: LedgerRow, receipt: Receipt, now: DateTime.Utc): LedgerRow => {
  if (row.parameters === null) return row
  const taken = takenOver(row, receipt.messageId, receipt.at)
  if (evidence[receipt.status] <= evidence[row.status]) return learn(row, taken, now)
  switch (receipt.status) {
    case "sent":
      return move(row, "sent", now, taken)
    case "undeliverable":
      return move(row, "undeliverable", now, { ...taken, error: receipt.error ?? "undeliverable" })
    case "delivered":
      return move(row, "delivered", now, { ...taken, deliveredAt: row.deliveredAt ?? receipt.at })
    case "read":
      return move(row, "read", now, { ...taken, deliveredAt: row.deliveredAt ?? receipt.at, readAt: receipt.at })
  }
}

/**
 * What the outcome of a claim does. It counts only while the claim is the latest, and a word that is no proof only
 * while the account still waits for it. `Taken` is proof: it counts late, too, and lowers nothing. A retry of a
 * broadcast that is over becomes `rejected` with `overError`.
 */
export const applyOutcome = (
  row: LedgerRow,
  outcome: HandOverOutcome,
  broadcast: BroadcastStatus,
  now: DateTime.Utc,
  overError: (status: BroadcastStatus) => string
): LedgerRow => {
  if (outcome.attempt !== row.attempt || row.parameters === null) return row
  if (outcome._tag === "Taken") return take(row, outcome.messageId, now)
  if (row.status !== "sending") return row
  switch (outcome._tag) {
    case "Undeliverable":
      return move(row, "undeliverable", now, { error: outcome.error })
    case "Unknown":
      return move(row, "unknown", now, { leaseUntil: outcome.askAfter === null ? null : after(now, outcome.askAfter) })
    case "Retry":
      return release(row, broadcast, now, overError, {
        notBefore: after(now, outcome.delay),
        retries: outcome.counts ? row.retries + 1 : row.retries
      })
  }
}

/**
 * Looks after an account whose `leaseUntil` has come: it is `unknown` (B12), and if nobody settles it, it is looked
 * after again at `askAgainAt`.
 */
export const surrender = (row: LedgerRow, askAgainAt: DateTime.Utc, now: DateTime.Utc): LedgerRow => {
  if (row.leaseUntil === null || DateTime.isGreaterThan(row.leaseUntil, now)) return row
  return row.status === "sending"
    ? move(row, "unknown", now, { leaseUntil: askAgainAt })
    : { ...row, leaseUntil: askAgainAt }
}

/**
 * Settles an `unknown` account by the channel's record of its latest claim. One that was never taken is pending again,
 * or `rejected` with `overError` if the broadcast is over. Of one that the channel cannot tell of nobody asks again; or
 * it is handed over once more, as a retry, if there is anybody to hand over to; or it is `undeliverable` with
 * `unknownError`, which a receipt overrides (B11).
 */
export const settle = (
  row: LedgerRow,
  { attempt, record }: { readonly attempt: number; readonly record: Settlement },
  broadcast: BroadcastStatus,
  now: DateTime.Utc,
  overError: (status: BroadcastStatus) => string
): LedgerRow => {
  if (row.status !== "unknown" || attempt !== row.attempt) return row
  switch (record._tag) {
    case "Taken":
      return take(row, record.messageId, now)
    case "NeverTaken":
      return release(row, broadcast, now, overError)
    case "Untold":
      return row.leaseUntil === null ? row : { ...row, leaseUntil: null }
    case "Resend":
      return row.retries >= record.retries || isOver(broadcast) || isErased(row)
        ? giveUp(row, now)
        : move(row, "pending", now, { retries: row.retries + 1 })
    case "GiveUp":
      return giveUp(row, now)
  }
}

/** Why an account was given up whose hand-over may have succeeded: nobody knows. */
export const unknownError = "outcome unknown"

/** Rejects a pending account, because nothing more is handed over (B10). */
export const reject = (row: LedgerRow, error: string, now: DateTime.Utc): LedgerRow =>
  row.status === "pending" ? move(row, "rejected", now, { error }) : row

/**
 * Takes the contact out of an account (C7). A pending one is rejected. One whose claim is under way goes on, and is
 * rejected rather than pending again should the claim come to nothing: there is nobody to send to any more.
 */
export const erase = (row: LedgerRow, now: DateTime.Utc): LedgerRow =>
  isErased(row) && row.clientReference === null
    ? row
    : { ...reject(row, erasedError, now), identifier: "", clientReference: null, updatedAt: later(row, now) }

/** Why the message of a contact that was erased is not sent. */
export const erasedError = "contact erased before sending"

const giveUp = (row: LedgerRow, now: DateTime.Utc): LedgerRow =>
  move(row, "undeliverable", now, { error: unknownError })

const isErased = ({ identifier }: LedgerRow): boolean => identifier === ""

/** The channel has the message: the account is at least `sent`. */
const take = (row: LedgerRow, messageId: string, now: DateTime.Utc): LedgerRow => {
  const taken = takenOver(row, messageId, now)
  return evidence[row.status] < evidence.sent ? move(row, "sent", now, taken) : learn(row, taken, now)
}

/** What is known of the message, as far as it was not known before. */
const takenOver = (row: LedgerRow, messageId: string, at: DateTime.Utc): Pick<LedgerRow, "messageId" | "sentAt"> => ({
  messageId: row.messageId ?? messageId,
  sentAt: row.sentAt ?? at
})

/** Keeps what is known of the message where the status stays. */
const learn = (row: LedgerRow, taken: Pick<LedgerRow, "messageId" | "sentAt">, now: DateTime.Utc): LedgerRow =>
  taken.messageId === row.messageId && taken.sentAt === row.sentAt
    ? row
    : { ...row, ...taken, updatedAt: later(row, now) }

/** Nobody holds the account any more: it may be claimed again, unless the broadcast is over or the contact is erased. */
const release = (
  row: LedgerRow,
  broadcast: BroadcastStatus,
  now: DateTime.Utc,
  overError: (status: BroadcastStatus) => string,
  changes: Partial<LedgerRow> = {}
): LedgerRow => {
  if (isErased(row)) return move(row, "rejected", now, { error: erasedError })
  return isOver(broadcast)
    ? move(row, "rejected", now, { error: overError(broadcast) })
    : move(row, "pending", now, changes)
}

/** Moves an account; what belonged to the state that it leaves goes with it. */
const move = (
  row: LedgerRow,
  status: RecipientStatus,
  now: DateTime.Utc,
  changes: Partial<LedgerRow> = {}
): LedgerRow => ({
  ...row,
  error: null,
  notBefore: null,
  leaseUntil: null,
  ...changes,
  status,
  updatedAt: later(row, now)
})

/** Stores keep instants in whole milliseconds; a drawn or a given delay may have a fraction. */
const after = (now: DateTime.Utc, delay: Duration.Duration): DateTime.Utc =>
  DateTime.add(now, { milliseconds: Math.ceil(Duration.toMillis(delay)) })

const later = (row: LedgerRow, now: DateTime.Utc): DateTime.Utc =>
  DateTime.isGreaterThan(now, row.updatedAt) ? now : DateTime.addDuration(row.updatedAt, 1)
