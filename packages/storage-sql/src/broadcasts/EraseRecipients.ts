import { BroadcastUuid, Ledger, type WorkspaceUuid } from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"
import { accountsByIdentifier, saveErasedAccounts } from "./Accounts.ts"
import { holdBroadcasts } from "./BroadcastLocks.ts"
import { storeNow } from "./StoreClock.ts"

const broadcasts = rowsOf(Schema.Struct({ broadcast: BroadcastUuid }))

/**
 * Takes a contact out of the recipients of a workspace that have one of its addresses: as the ledger's `erase` (C7). It
 * holds their broadcasts, so that nobody who works on one of them waits for a recipient while this waits for another.
 */
export const eraseRecipients = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  addresses: ReadonlyArray<string>
) {
  if (addresses.length === 0) return
  const { dialect, sql } = db
  const wanted = sql`workspace_uuid = ${workspace} AND ${sql.or(
    addresses.map((address) => dialect.compare("identifier", "=", address, "broadcast_recipients"))
  )}`
  const found = yield* broadcasts(
    db,
    sql`SELECT DISTINCT broadcast_uuid AS broadcast FROM broadcast_recipients WHERE ${wanted}`
  )
  if (found.length === 0) return
  yield* holdBroadcasts(
    db,
    found.map(({ broadcast }) => ({ workspace, broadcast }))
  )
  const accounts = yield* accountsByIdentifier(db, wanted)
  const now = yield* storeNow(db)
  yield* saveErasedAccounts(
    db,
    accounts.map((account) => Ledger.erase(account, now))
  )
})
