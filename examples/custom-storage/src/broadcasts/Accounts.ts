import {
  type BroadcastRef,
  contactEffect,
  type ContactEffect,
  Ledger,
  type Receipt,
  searchable,
  withEffects
} from "@rollcall/core"
import type { DateTime } from "effect"
import { replaceRow, rowsOf } from "../kernel/Rows.ts"
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
export const putAccount = ({ contacts, ledger, parked }: Tables, { ref, row }: Account, now: DateTime.Utc): void => {
  const { messageId, uuid } = row
  const before = ledger.get(uuid)?.row
  const isNews = messageId !== null && messageId !== before?.messageId
  const waiting = isNews ? (parked.get(messageId) ?? []) : []
  if (isNews) parked.delete(messageId)
  const after = waiting.reduce((row, receipt) => Ledger.applyReceipt(row, receipt, now), row)
  ledger.set(uuid, { ref, row: after })
  const effect = before === undefined ? null : contactEffect(ref.workspace, before, after)
  if (effect !== null) affectContacts(contacts, effect)
}

/** What the change of an account means for the contacts that have its address (C5, C6). */
const affectContacts = (contacts: Tables["contacts"], effect: ContactEffect): void => {
  for (const row of rowsOf(contacts, effect.workspace)) {
    const contact = withEffects(row.contact, [effect])
    if (contact !== row.contact) replaceRow(contacts, { ...row, contact, index: searchable(contact, row.index.values) })
  }
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
