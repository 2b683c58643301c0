import {
  type Broadcast,
  type BroadcastCounters,
  type BroadcastRef,
  type BroadcastStatus,
  type Claim,
  contactEffect,
  type ContactEffect,
  type HandOverOutcome,
  hasExpired,
  lawfulMoves,
  Ledger,
  neverSent,
  type NewRecipient,
  type Receipt,
  type RecipientUuid,
  type Settlement,
  type SurrenderedRecipient
} from "@rollcall/core"
import { DateTime, type Duration } from "effect"

/**
 * What a store has to hold for one broadcast: core's definition of an account, applied to rows that are kept in a map.
 * Instants are given by whoever asks, and are those of the store's clock.
 */
export class LedgerModel {
  readonly rows = new Map<RecipientUuid, Ledger.LedgerRow>()
  /** Receipts by message id whose account is not known, in the order in which they came (B11). */
  readonly parked = new Map<string, ReadonlyArray<Receipt>>()
  /** What came of it for contacts, in that order (C5, C6). */
  readonly effects: Array<ContactEffect> = []
  readonly broadcast: Broadcast
  status: BroadcastStatus

  /** A broadcast that was just made, and has just begun. */
  constructor(broadcast: Broadcast, recipients: ReadonlyArray<NewRecipient>, now: DateTime.Utc) {
    this.broadcast = broadcast
    this.status = "sending"
    for (const [index, recipient] of recipients.entries()) {
      this.rows.set(recipient.uuid, Ledger.openRow(broadcast.uuid, index + 1, recipient, now))
    }
  }

  get ref(): BroadcastRef {
    return { workspace: this.broadcast.workspaceUuid, broadcast: this.broadcast.uuid }
  }

  counters(): BroadcastCounters {
    return Ledger.countersOf([...this.rows.values()])
  }

  claim(limit: number, lease: Duration.Duration, now: DateTime.Utc): Claim {
    if (this.status !== "sending" || hasExpired(this.broadcast, now)) return { _tag: "Stopped" }
    const pending = [...this.rows.values()].filter((row) => row.status === "pending")
    const due = pending.filter(({ notBefore }) => notBefore === null || DateTime.isLessThanOrEqualTo(notBefore, now))
    const leaseUntil = DateTime.addDuration(now, lease)
    const recipients = due.slice(0, limit).flatMap((row) => {
      const { attempt, identifier, parameters, retries, uuid } = this.put(Ledger.claim(row, leaseUntil, now), now)
      return parameters === null ? [] : [{ uuid, identifier, parameters, attempt, retries }]
    })
    if (recipients.length > 0) return { _tag: "Claimed", recipients }
    const [first, ...others] = pending.flatMap(({ notBefore }) => notBefore ?? [])
    return first === undefined ? { _tag: "Drained" } : { _tag: "Waiting", until: others.reduce(DateTime.min, first) }
  }

  record(outcome: HandOverOutcome, now: DateTime.Utc): void {
    this.change(outcome.uuid, now, (row) => Ledger.applyOutcome(row, outcome, this.status, now, neverSent))
  }

  receive(receipt: Receipt, now: DateTime.Utc): void {
    const uuid = receipt.correlation ?? this.ofMessage(receipt.messageId)
    if (uuid !== null) this.change(uuid, now, (row) => Ledger.applyReceipt(row, receipt, now))
    else this.parked.set(receipt.messageId, [...(this.parked.get(receipt.messageId) ?? []), receipt])
  }

  surrender(askAgainAfter: Duration.Duration, now: DateTime.Utc): ReadonlyArray<SurrenderedRecipient> {
    const askAgainAt = DateTime.addDuration(now, askAgainAfter)
    return [...this.rows.values()].flatMap((row) => {
      const after = Ledger.surrender(row, askAgainAt, now)
      this.put(after, now)
      return after === row ? [] : [{ ref: this.ref, uuid: row.uuid, attempt: row.attempt }]
    })
  }

  settle(uuid: RecipientUuid, attempt: number, record: Settlement, now: DateTime.Utc): void {
    this.change(uuid, now, (row) => Ledger.settle(row, { attempt, record }, this.status, now, neverSent))
  }

  /** Moves the broadcast if that is lawful, and says whether it was. */
  move(to: BroadcastStatus, now: DateTime.Utc): boolean {
    if (!lawfulMoves[to].includes(this.status)) return false
    this.status = to
    if (Ledger.isOver(to)) {
      for (const uuid of this.rows.keys()) this.change(uuid, now, (row) => Ledger.reject(row, neverSent(to), now))
    }
    return true
  }

  /** Completes the broadcast if nobody has to look after anyone, and says whether it did. */
  complete(): boolean {
    if (this.status !== "sending" || [...this.rows.values()].some(Ledger.isUnfinished)) return false
    this.status = "completed"
    return true
  }

  private ofMessage(messageId: string): RecipientUuid | null {
    for (const row of this.rows.values()) if (row.messageId === messageId) return row.uuid
    return null
  }

  private change(uuid: RecipientUuid, now: DateTime.Utc, change: (row: Ledger.LedgerRow) => Ledger.LedgerRow): void {
    const row = this.rows.get(uuid)
    if (row !== undefined) this.put(change(row), now)
  }

  /** Keeps the new form of an account. A message id that becomes known takes what was parked for it (B11). */
  private put(row: Ledger.LedgerRow, now: DateTime.Utc): Ledger.LedgerRow {
    const before = this.rows.get(row.uuid)
    const parked = before?.messageId === null && row.messageId !== null ? this.parked.get(row.messageId) : undefined
    if (row.messageId !== null && parked !== undefined) this.parked.delete(row.messageId)
    const settled = (parked ?? []).reduce((account, receipt) => Ledger.applyReceipt(account, receipt, now), row)
    this.rows.set(row.uuid, settled)
    const effect = before === undefined ? null : contactEffect(this.ref.workspace, before, settled)
    if (effect !== null) this.effects.push(effect)
    return settled
  }
}
