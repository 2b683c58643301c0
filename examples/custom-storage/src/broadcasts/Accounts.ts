import { type BroadcastRef, Ledger, type Receipt } from "@rollcall/core"
import type { DateTime } from "effect"
import type { Account, Tables } from "../kernel/Tables.ts"

/** Whether an account belongs to a broadcast. */
export const belongsTo =
  ({ broadcast, workspace }: BroadcastRef) =>
  ({ ref }: Account): boolean =>
    ref.broadcast === broadcast && ref.workspace === workspace

/** The accounts of a broadcast in the order of acceptance. */
export const accountsOf = ({ ledger }: Tables, ref: BroadcastRef): ReadonlyArray<Account> =>
  Array.from(ledger.values()).filter(belongsTo(ref))

/** Writes an account in its new form. A message id that becomes known takes the receipts that wait for it (B11). */
export const putAccount = ({ ledger, parked }: Tables, { ref, row }: Account, now: DateTime.Utc): void => {
  const { messageId, uuid } = row
  const isNews = messageId !== null && messageId !== ledger.get(uuid)?.row.messageId
  const waiting = isNews ? (parked.get(messageId) ?? []) : []
  if (isNews) parked.delete(messageId)
  ledger.set(uuid, { ref, row: waiting.reduce((row, receipt) => Ledger.applyReceipt(row, receipt, now), row) })
}

/** Applies a receipt to the account that it names, by correlation first, and parks it where it names none (B11). */
export const receive = (tables: Tables, receipt: Receipt, now: DateTime.Utc): void => {
  const { ledger, parked } = tables
  const correlated = receipt.correlation === null ? undefined : ledger.get(receipt.correlation)
  const account = correlated ?? ledger.values().find(({ row }) => row.messageId === receipt.messageId)
  if (account !== undefined) {
    return putAccount(tables, { ...account, row: Ledger.applyReceipt(account.row, receipt, now) }, now)
  }
  const waiting = parked.get(receipt.messageId) ?? []
  const isRepeated = waiting.some(({ status }) => status === receipt.status)
  if (!isRepeated) parked.set(receipt.messageId, [...waiting, receipt])
}
