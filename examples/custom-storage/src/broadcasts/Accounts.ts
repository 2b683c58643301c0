import { type Broadcast, type BroadcastRef, Ledger, type Receipt } from "@rollcall/core"
import type { DateTime } from "effect"
import type { Tables } from "../kernel/Tables.ts"

export const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** The accounts of a broadcast's recipients in the order of acceptance. */
export const accountsOf = ({ ledger }: Tables, broadcast: Broadcast): ReadonlyArray<Ledger.LedgerRow> =>
  Array.from(ledger.values()).filter(({ broadcastUuid }) => broadcastUuid === broadcast.uuid)

/** Writes the new form of an account. A message id that becomes known takes the receipts that wait for it (B11). */
export const putAccount = ({ ledger, parked }: Tables, row: Ledger.LedgerRow, now: DateTime.Utc): void => {
  const before = ledger.get(row.uuid)
  ledger.set(row.uuid, row)
  if (row.messageId === null || row.messageId === before?.messageId) return
  const waiting = parked.get(row.messageId) ?? []
  parked.delete(row.messageId)
  ledger.set(
    row.uuid,
    waiting.reduce((row, receipt) => Ledger.applyReceipt(row, receipt, now), row)
  )
}

/** Applies a receipt to the account that it names, by correlation first, and parks it where it names none (B11). */
export const receive = (tables: Tables, receipt: Receipt, now: DateTime.Utc): void => {
  const { ledger, parked } = tables
  const correlated = receipt.correlation === null ? undefined : ledger.get(receipt.correlation)
  const row = correlated ?? ledger.values().find(({ messageId }) => messageId === receipt.messageId)
  if (row !== undefined) return putAccount(tables, Ledger.applyReceipt(row, receipt, now), now)
  const waiting = parked.get(receipt.messageId) ?? []
  const isRepeated = waiting.some(({ status }) => status === receipt.status)
  if (!isRepeated) parked.set(receipt.messageId, [...waiting, receipt])
}
