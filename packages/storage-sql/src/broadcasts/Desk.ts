import { contactEffect, type ContactEffect, Ledger, type Receipt, type RecipientUuid } from "@rollcall/core"
import type { DateTime } from "effect"
import type { AccountRow } from "./AccountRow.ts"

/** The accounts that one step works on, read from the store before and written back after. */
export interface Desk {
  readonly get: (uuid: RecipientUuid) => Ledger.LedgerRow | undefined
  /** The account whose message has this id. */
  readonly ofMessage: (messageId: string) => Ledger.LedgerRow | undefined
  /**
   * Takes the new form of an account. A message id that becomes known with it takes the receipts that were parked for
   * it (B11).
   */
  readonly put: (row: Ledger.LedgerRow) => void
  /** Tells of what a change means that was written elsewhere, in its place among the others. */
  readonly affect: (effect: ContactEffect) => void
  /** Keeps a receipt until its message id becomes known. One that says the same as an earlier one adds nothing. */
  readonly park: (receipt: Receipt) => void
  /** What has to be written back. */
  readonly changes: () => DeskChanges
}

interface DeskChanges {
  readonly accounts: ReadonlyArray<Ledger.LedgerRow>
  /** What the changes mean for contacts, in their order (C5, C6). */
  readonly effects: ReadonlyArray<ContactEffect>
  /** Receipts that wait from now on. */
  readonly parked: ReadonlyArray<Receipt>
  /** Message ids whose waiting receipts were applied. */
  readonly settled: ReadonlyArray<string>
}

/** A desk with these accounts and with every receipt that waits for a message id that may become known. */
export const openDesk = (
  accounts: ReadonlyArray<typeof AccountRow.Type>,
  waiting: ReadonlyArray<Receipt>,
  now: DateTime.Utc
): Desk => {
  const before = new Map(accounts.map((row) => [row.uuid, row]))
  const rows = new Map<RecipientUuid, Ledger.LedgerRow>(before)
  const effects: Array<ContactEffect> = []
  const owners = new Map<string, RecipientUuid>()
  for (const { messageId, uuid } of accounts) {
    if (messageId !== null && !owners.has(messageId)) owners.set(messageId, uuid)
  }
  const stored = Map.groupBy(waiting, ({ messageId }) => messageId)
  const fresh = new Map<string, ReadonlyArray<Receipt>>()
  const settled: Array<string> = []

  const waitingFor = (messageId: string) => [...(stored.get(messageId) ?? []), ...(fresh.get(messageId) ?? [])]

  const put = (row: Ledger.LedgerRow): void => {
    const stored = before.get(row.uuid)
    const last = rows.get(row.uuid)
    if (stored === undefined || last === undefined) return
    rows.set(row.uuid, row)
    const effect = contactEffect(stored.workspaceUuid, last, row)
    if (effect !== null) effects.push(effect)
    if (last.messageId === null && row.messageId !== null) identify(row, row.messageId)
  }

  const identify = (row: Ledger.LedgerRow, messageId: string): void => {
    if (!owners.has(messageId)) owners.set(messageId, row.uuid)
    const receipts = waitingFor(messageId)
    if (stored.delete(messageId)) settled.push(messageId)
    fresh.delete(messageId)
    put(receipts.reduce((account, receipt) => Ledger.applyReceipt(account, receipt, now), row))
  }

  return {
    get: (uuid) => rows.get(uuid),
    ofMessage: (messageId) => {
      const owner = owners.get(messageId)
      return owner === undefined ? undefined : rows.get(owner)
    },
    put,
    affect: (effect) => effects.push(effect),
    park: (receipt) => {
      const { messageId, status } = receipt
      if (waitingFor(messageId).some((other) => other.status === status)) return
      fresh.set(messageId, [...(fresh.get(messageId) ?? []), receipt])
    },
    changes: () => ({
      accounts: Array.from(rows.values()).filter((row) => row !== before.get(row.uuid)),
      effects,
      parked: Array.from(fresh.values()).flat(),
      settled
    })
  }
}
