import { type BroadcastStore, Ledger, type Receipt } from "@rollcall/core"
import { Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import { accountsByMessage, accountsByUuid } from "./Accounts.ts"
import { holdReceipts, shareReceipts } from "./BroadcastLocks.ts"
import { workAtDesk } from "./DeskWork.ts"
import { park } from "./ParkedReceipts.ts"

/**
 * Applies receipts to the accounts that they name, by correlation first, and parks those that name none (B11). Hardly
 * any do, and only to park them everybody else has to wait: so that is a transaction of its own, which looks once more.
 */
export const applyReceipts = (db: Db): BroadcastStore["Service"]["applyReceipts"] =>
  Effect.fn("BroadcastStore.applyReceipts")(function* (receipts) {
    if (receipts.length === 0) return
    const unknown = yield* db.transaction(Effect.andThen(shareReceipts(db), applyKnown(db, receipts)))
    if (unknown.length === 0) return
    yield* db.transaction(
      Effect.andThen(
        holdReceipts(db),
        Effect.flatMap(applyKnown(db, unknown), (receipts) => park(db, receipts))
      )
    )
  })

/** Applies the receipts that name an account, and gives the others. */
const applyKnown = Effect.fnUntraced(function* (db: Db, receipts: ReadonlyArray<Receipt>) {
  const correlated = yield* accountsByUuid(
    db,
    receipts.flatMap(({ correlation }) => (correlation === null ? [] : [correlation]))
  )
  const found = new Set(correlated.map(({ uuid }) => uuid))
  const others = receipts.filter(({ correlation }) => correlation === null || !found.has(correlation))
  const known = yield* accountsByMessage(db, messageIdsOf(others))
  const accounts = new Map([...correlated, ...known].map((row) => [row.uuid, row]))
  const laid = { accounts: Array.from(accounts.values()), messageIds: messageIdsOf(receipts) }
  return yield* workAtDesk(db, laid, ({ get, ofMessage, park, put }, now) => {
    for (const receipt of receipts) {
      const correlated = receipt.correlation === null ? undefined : get(receipt.correlation)
      const row = correlated ?? ofMessage(receipt.messageId)
      if (row === undefined) park(receipt)
      else put(Ledger.applyReceipt(row, receipt, now))
    }
  })
})

const messageIdsOf = (receipts: ReadonlyArray<Receipt>) =>
  Array.from(new Set(receipts.map(({ messageId }) => messageId)))
