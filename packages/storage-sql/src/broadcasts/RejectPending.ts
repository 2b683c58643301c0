import { Effect } from "effect"
import type { BroadcastRef } from "@rollcall/core"
import type { Db } from "../kernel/Database.ts"
import { laterThanBefore } from "./StoreClock.ts"

/** Rejects every pending recipient of these broadcasts, which are over: as the ledger's `reject` (B10). */
export const rejectPending = Effect.fnUntraced(function* (db: Db, refs: ReadonlyArray<BroadcastRef>, error: string) {
  const { attempt, dialect, sql } = db
  const now = yield* dialect.now
  const over = dialect.unpack("over_now", { workspace: "text", broadcast: "text" }, refs)
  yield* attempt(sql`
    UPDATE broadcast_recipients
    SET status = 'rejected', error = ${error}, not_before = NULL, lease_until = NULL,
      updated_at = ${laterThanBefore(db, now)}
    FROM ${over}
    WHERE workspace_uuid = workspace AND broadcast_uuid = broadcast AND status = 'pending'`)
})
