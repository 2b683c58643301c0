import type { BroadcastStore } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"
import { holdBroadcast } from "./BroadcastLocks.ts"
import { selectBroadcast } from "./ReadBroadcast.ts"

const completed = rowsOf(Schema.Struct({ uuid: Schema.String }))

/**
 * Holds the broadcast, so that nobody who works on it puts a recipient back between the look and the move. A recipient
 * with a lease is under way, or somebody has yet to ask what became of it.
 */
export const completeIfDone = (db: Db): BroadcastStore["Service"]["completeIfDone"] => {
  const { dialect, sql, transaction } = db
  return Effect.fn("BroadcastStore.completeIfDone")((ref) =>
    transaction(
      Effect.gen(function* () {
        const { broadcast, workspace } = ref
        yield* holdBroadcast(db, ref)
        const found = yield* selectBroadcast(db, workspace, broadcast, dialect.forUpdate)
        if (Option.isNone(found) || found.value.status !== "sending") return false
        const rows = yield* completed(
          db,
          sql`
            UPDATE broadcasts SET status = 'completed', status_reason = NULL
            WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND NOT EXISTS (
              SELECT 1 FROM broadcast_recipients
              WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}
                AND (status = 'pending' OR status IN ('sending', 'unknown') AND lease_until IS NOT NULL)
            )
            RETURNING uuid`
        )
        return rows.length > 0
      })
    )
  )
}
