import { type DateTime, Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import type { AccountRow } from "./AccountRow.ts"
import { saveAccounts } from "./Accounts.ts"
import { affectContacts } from "./AffectContacts.ts"
import { type Desk, openDesk } from "./Desk.ts"
import { parkedReceipts, unpark } from "./ParkedReceipts.ts"
import { storeNow } from "./StoreClock.ts"

/**
 * One step of the ledger inside a transaction: lays out the accounts, which the caller has locked, with the receipts
 * that wait for `messageIds`, lets `work` change them by the ledger's rules, and writes back what changed, with what that
 * means for contacts. Gives the receipts that were parked: to keep them is the caller's business.
 */
export const workAtDesk = Effect.fnUntraced(function* (
  db: Db,
  laid: { readonly accounts: ReadonlyArray<typeof AccountRow.Type>; readonly messageIds: ReadonlyArray<string> },
  work: (desk: Desk, now: DateTime.Utc) => void
) {
  const waiting = yield* parkedReceipts(db, laid.messageIds)
  const now = yield* storeNow(db)
  const desk = openDesk(laid.accounts, waiting, now)
  work(desk, now)
  const { accounts, effects, parked, settled } = desk.changes()
  yield* saveAccounts(db, accounts)
  yield* unpark(db, settled)
  yield* affectContacts(db, effects)
  return parked
})
