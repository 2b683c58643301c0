import { type BroadcastStore, Ledger } from "@rollcall/core"
import { Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import { accountsByMessage, accountsByUuid } from "./Accounts.ts"
import { holdMessages, workAtDesk } from "./DeskWork.ts"

/** Applies receipts to the accounts that they name, by correlation first, and parks those that name none (B11). */
export const applyReceipts = (db: Db): BroadcastStore["Service"]["applyReceipts"] =>
  Effect.fn("BroadcastStore.applyReceipts")((receipts) => {
    const messageIds = Array.from(new Set(receipts.map(({ messageId }) => messageId)))
    const correlations = receipts.flatMap(({ correlation }) => (correlation === null ? [] : [correlation]))
    const apply = Effect.gen(function* () {
      yield* holdMessages(db, messageIds)
      const correlated = yield* accountsByUuid(db, correlations)
      const known = yield* accountsByMessage(db, messageIds)
      const accounts = new Map([...correlated, ...known].map((row) => [row.uuid, row]))
      yield* workAtDesk(db, { accounts: [...accounts.values()], messageIds }, ({ get, ofMessage, park, put }, now) => {
        for (const receipt of receipts) {
          const correlated = receipt.correlation === null ? undefined : get(receipt.correlation)
          const row = correlated ?? ofMessage(receipt.messageId)
          if (row === undefined) park(receipt)
          else put(Ledger.applyReceipt(row, receipt, now))
        }
      })
    })
    return receipts.length === 0 ? Effect.void : db.transaction(apply)
  })
