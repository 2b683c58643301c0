import type { DeliveryStore, UnmatchedReceipt } from "@rollcall/core/storage"
import type { DateTime } from "effect"
import { oldest } from "../database/Rows.ts"
import type { Tables } from "../database/Tables.ts"

type Store = DeliveryStore["Service"]
type Receipts = ReadonlyArray<UnmatchedReceipt>

export const unmatchedReceipts = ({ unmatchedReceipts }: Tables, digests: ReadonlyArray<string>): Receipts =>
  digests.flatMap((digest) => unmatchedReceipts.rows(digest).map(({ receipt }) => receipt))

export const keepUnmatched = ({ unmatchedReceipts }: Tables, now: DateTime.Utc, receipts: Receipts): void => {
  for (const receipt of receipts) unmatchedReceipts.insert(receipt.messageId, keptAs(receipt), { receipt, keptAt: now })
}

export const removeUnmatched = ({ unmatchedReceipts }: Tables, receipts: Receipts): void => {
  for (const receipt of receipts) unmatchedReceipts.remove(receipt.messageId, keptAs(receipt))
}

export const pruneUnmatched = (
  tables: Tables,
  now: DateTime.Utc,
  ...[options]: Parameters<Store["pruneUnmatched"]>
) => {
  const old = oldest(tables.unmatchedReceipts.all(), ({ keptAt }) => keptAt, options.keepFor, now)
  const removed = old.slice(0, options.limit).map(({ receipt }) => receipt)
  removeUnmatched(tables, removed)
  return removed.length
}

/** Returns the key of an unmatched receipt among the receipts of its message id. */
const keptAs = ({ channelType, status, workspace }: UnmatchedReceipt): string =>
  JSON.stringify([channelType, workspace, status])
