import { contactEffect, type ContactEffect, Ledger, type Receipt, type RecipientUuid } from "@rollcall/core"
import { type DateTime, HashMap, Option } from "effect"
import type { BroadcastsState, StoredBroadcast, Tally } from "./BroadcastsState.ts"

/** Reads and writes accounts in one step of the state; what was written is read. */
export interface LedgerWriter {
  readonly get: (uuid: RecipientUuid) => Option.Option<Ledger.LedgerRow>
  /** The account whose message has this id. */
  readonly ofMessage: (messageId: string) => Option.Option<Ledger.LedgerRow>
  /**
   * Writes the new form of an account that exists. A message id that becomes known with it takes the receipts that were
   * parked for it (B11).
   */
  readonly put: (row: Ledger.LedgerRow) => void
  /** Keeps a receipt until its message id becomes known. One that says the same as an earlier one adds nothing. */
  readonly park: (receipt: Receipt) => void
}

/**
 * The state after some accounts were written, with every index in step. The rows are copied once, not once each. What
 * the changes mean for contacts is told as they are made (C5, C6).
 */
export const writeLedger = (
  state: BroadcastsState,
  now: DateTime.Utc,
  write: (writer: LedgerWriter) => void,
  tell: (effect: ContactEffect) => void = () => {}
): BroadcastsState => {
  const rows = HashMap.beginMutation(state.rows)
  const leases = HashMap.beginMutation(state.leases)
  const messages = HashMap.beginMutation(state.messages)
  const parked = HashMap.beginMutation(state.parked)
  const broadcasts = new Map<string, StoredBroadcast>()

  const get = (uuid: RecipientUuid) => HashMap.get(rows, uuid)
  const parkedFor = (messageId: string) => Option.getOrElse(HashMap.get(parked, messageId), () => [])

  const put = (row: Ledger.LedgerRow): void => {
    const before = HashMap.getUnsafe(rows, row.uuid)
    if (row === before) return
    HashMap.set(rows, row.uuid, row)
    if (row.leaseUntil !== null) HashMap.set(leases, row.uuid, row.leaseUntil)
    else if (before.leaseUntil !== null) HashMap.remove(leases, row.uuid)
    const owner = HashMap.getUnsafe(state.owners, row.uuid)
    const stored = broadcasts.get(owner) ?? HashMap.getUnsafe(state.broadcasts, owner)
    broadcasts.set(owner, {
      ...stored,
      tally: retally(stored.tally, before, row),
      pendingFrom: row.status === "pending" ? Math.min(stored.pendingFrom, row.position - 1) : stored.pendingFrom
    })
    const effect = contactEffect(stored.broadcast.workspaceUuid, before, row)
    if (effect !== null) tell(effect)
    if (row.messageId !== null && before.messageId === null) identify(row, row.messageId)
  }

  const identify = (row: Ledger.LedgerRow, messageId: string): void => {
    if (!HashMap.has(messages, messageId)) HashMap.set(messages, messageId, row.uuid)
    const receipts = parkedFor(messageId)
    if (receipts.length === 0) return
    HashMap.remove(parked, messageId)
    put(receipts.reduce((account, receipt) => Ledger.applyReceipt(account, receipt, now), row))
  }

  write({
    get,
    ofMessage: (messageId) => Option.flatMap(HashMap.get(messages, messageId), get),
    put,
    park: (receipt) => {
      const receipts = parkedFor(receipt.messageId)
      if (receipts.some(({ status }) => status === receipt.status)) return
      HashMap.set(parked, receipt.messageId, [...receipts, receipt])
    }
  })

  return {
    ...state,
    rows: HashMap.endMutation(rows),
    leases: HashMap.endMutation(leases),
    messages: HashMap.endMutation(messages),
    parked: HashMap.endMutation(parked),
    broadcasts: HashMap.setMany(state.broadcasts, broadcasts)
  }
}

/** The tally of accounts, as `writeLedger` keeps it. */
export const tallyOf = (rows: ReadonlyArray<Ledger.LedgerRow>): Tally => {
  const byStatus = { ...noneByStatus }
  for (const row of rows) byStatus[row.status]++
  return {
    accepted: rows.filter((row) => row.parameters !== null).length,
    sent: rows.filter((row) => row.sentAt !== null).length,
    leased: rows.filter((row) => row.leaseUntil !== null).length,
    byStatus
  }
}

const retally = (tally: Tally, before: Ledger.LedgerRow, after: Ledger.LedgerRow): Tally => ({
  ...tally,
  sent: tally.sent + Number(after.sentAt !== null) - Number(before.sentAt !== null),
  leased: tally.leased + Number(after.leaseUntil !== null) - Number(before.leaseUntil !== null),
  byStatus:
    before.status === after.status
      ? tally.byStatus
      : {
          ...tally.byStatus,
          [before.status]: tally.byStatus[before.status] - 1,
          [after.status]: tally.byStatus[after.status] + 1
        }
})

const noneByStatus: Tally["byStatus"] = {
  pending: 0,
  sending: 0,
  unknown: 0,
  sent: 0,
  undeliverable: 0,
  delivered: 0,
  read: 0,
  rejected: 0
}
