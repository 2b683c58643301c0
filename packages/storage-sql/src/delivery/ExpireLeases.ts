import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { rowsOf } from "../shared/Rows.ts"
import { laterThanBefore } from "../shared/StoreClock.ts"

const expired = rowsOf(
  Schema.Struct({
    workspace_uuid: WorkspaceUuid,
    broadcast_uuid: BroadcastUuid,
    uuid: RecipientUuid,
    attempt: Schema.Natural
  })
)

/** Skips deliveries that another transaction has locked. */
export const expireLeases = (db: Db): DeliveryStore["Service"]["expireLeases"] => {
  const { dialect, sql, table } = db
  return Effect.fn("DeliveryStore.expireLeases")(function* ({ askAgainAfter, limit }) {
    const now = yield* dialect.now
    const rows = yield* expired(
      db,
      sql`
        WITH overdue AS MATERIALIZED (
          SELECT uuid AS overdue_uuid FROM ${table("broadcast_recipients")}
          WHERE lease_until <= ${now}
          ORDER BY lease_until
          LIMIT ${limit} ${dialect.forUpdateSkipLocked}
        )
        UPDATE ${table("broadcast_recipients")}
        SET status = 'unknown', lease_until = ${now} + ${Duration.toMillis(askAgainAfter)},
          updated_at = CASE WHEN status = 'sending' THEN ${laterThanBefore(db, now)} ELSE updated_at END
        FROM overdue
        WHERE uuid = overdue_uuid
        RETURNING workspace_uuid, broadcast_uuid, uuid, attempt`
    )
    return rows.map(({ attempt, broadcast_uuid, uuid, workspace_uuid }) => ({
      ref: { workspace: workspace_uuid, broadcast: broadcast_uuid },
      uuid,
      attempt
    }))
  })
}
