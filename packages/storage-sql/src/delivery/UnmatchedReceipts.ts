import { type DeliveryStore, UnmatchedReceipt } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import { pruneOldest } from "../shared/PruneOldest.ts"
import { namedColumns, rowsOf } from "../database/Rows.ts"

type Store = DeliveryStore["Service"]

const receipts = rowsOf(
  Schema.Struct({ ...UnmatchedReceipt.fields, at: Schema.DateTimeUtcFromMillis }).pipe(
    namedColumns({ messageId: "message_id", channelType: "channel_type" })
  )
)

/** Returns unmatched receipts in the order in which they were stored. */
export const unmatchedReceipts =
  (db: Db): Store["unmatched"] =>
  (digests) => {
    const given = columnTable(db.dialect, "wanted", "text", digests)
    return receipts(db)(db.sql`
      SELECT channel_type, workspace, message_id, status, reason, at FROM ${db.table("parked_receipts")}
      WHERE message_id IN (SELECT wanted FROM ${given})
      ORDER BY sequence`)
  }

/** Stores unmatched receipts. Keeps the first receipt per channel, workspace, message id and status. */
export const keepUnmatched = (db: Db): Store["keepUnmatched"] =>
  Effect.fnUntraced(function* (kept) {
    const { dialect, run, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      {
        place: "integer",
        channel_type: "text",
        workspace: "text",
        message_id: "text",
        status: "text",
        reason: "text",
        at: "integer"
      },
      kept.map(({ at, channelType, messageId, reason, status, workspace }, place) => ({
        place,
        channel_type: channelType,
        workspace,
        message_id: messageId,
        status,
        reason,
        at: DateTime.toEpochMillis(at)
      }))
    )
    yield* run(sql`
      INSERT INTO ${table("parked_receipts")}
        (channel_type, workspace, message_id, status, reason, at, kept_at)
      SELECT channel_type, workspace, message_id, status, reason, at, ${yield* dialect.now}
      FROM ${given} WHERE TRUE ORDER BY place
      ON CONFLICT (message_id, channel_type, workspace, status) DO NOTHING`)
  })

/** Removes receipts by their keys. */
export const removeUnmatched =
  (db: Db): Store["removeUnmatched"] =>
  (matched) => {
    if (matched.length === 0) return Effect.void
    const given = db.dialect.valuesTable(
      "given",
      { of_message: "text", of_channel: "text", of_workspace: "text", of_status: "text" },
      matched.map(({ channelType, messageId, status, workspace }) => ({
        of_message: messageId,
        of_channel: channelType,
        of_workspace: workspace,
        of_status: status
      }))
    )
    return db.run(
      db.sql`
        DELETE FROM ${db.table("parked_receipts")} WHERE (message_id, channel_type, workspace, status) IN
          (SELECT of_message, of_channel, of_workspace, of_status FROM ${given})`
    )
  }

/** Removes the oldest receipts and returns the number removed. */
export const pruneUnmatched = (db: Db): Store["pruneUnmatched"] =>
  pruneOldest(db, {
    table: "parked_receipts",
    key: ["message_id", "channel_type", "workspace", "status"],
    since: "kept_at"
  })
