import { type BroadcastStore, Ledger, type Receipt, type StorageError } from "@rollcall/core"
import { Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import { accountsByMessage, accountsByUuid } from "./Accounts.ts"
import { holdReceipts, shareReceipts } from "./BroadcastLocks.ts"
import { workAtDesk } from "./DeskWork.ts"

/**
 * Applies receipts to the accounts that they name, by correlation first, and parks those that name none (B11). Hardly
 * any do, and only to park is it necessary to keep everybody else waiting: so that is a transaction of its own, which
 * looks once more.
 */
export const applyReceipts = (db: Db): BroadcastStore["Service"]["applyReceipts"] =>
  Effect.fn("BroadcastStore.applyReceipts")(function* (receipts) {
    if (receipts.length === 0) return
    const unknown = yield* db.transaction(Effect.andThen(shareReceipts(db), applyKnown(db, receipts, "leave")))
    if (unknown.length === 0) return
    yield* db.transaction(Effect.andThen(holdReceipts(db), applyKnown(db, unknown, "park")))
  })

/** Applies the receipts that name an account, and gives the others. */
const applyKnown = Effect.fnUntraced(function* (
  db: Db,
  receipts: ReadonlyArray<Receipt>,
  others: "leave" | "park"
): Effect.fn.Return<ReadonlyArray<Receipt>, StorageError> {
  const correlated = yield* accountsByUuid(
    db,
    receipts.flatMap(({ correlation }) => (correlation === null ? [] : [correlation]))
  )
  const found = new Set(correlated.map(({ uuid }) => uuid))
  const uncorrelated = receipts.filter(({ correlation }) => correlation === null || !found.has(correlation))
  const known = yield* accountsByMessage(db, messageIdsOf(uncorrelated))
  const accounts = new Map([...correlated, ...known].map((row) => [row.uuid, row]))
  const unknown: Array<Receipt> = []
  const laid = { accounts: Array.from(accounts.values()), messageIds: messageIdsOf(receipts) }
  yield* workAtDesk(db, laid, ({ get, ofMessage, park, put }, now) => {
    for (const receipt of receipts) {
      const correlated = receipt.correlation === null ? undefined : get(receipt.correlation)
      const row = correlated ?? ofMessage(receipt.messageId)
      if (row !== undefined) put(Ledger.applyReceipt(row, receipt, now))
      else if (others === "park") park(receipt)
      else unknown.push(receipt)
    }
  })
  return unknown
})

const messageIdsOf = (receipts: ReadonlyArray<Receipt>) =>
  Array.from(new Set(receipts.map(({ messageId }) => messageId)))
