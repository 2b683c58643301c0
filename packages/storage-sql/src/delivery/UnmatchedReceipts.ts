import { DeliveryReceipt } from "@rollcall/core/channel"
import type { DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { pruneOldest } from "../shared/PruneOldest.ts"
import { namedColumns, rowsOf } from "../shared/Rows.ts"

type Store = DeliveryStore["Service"]

const receipts = rowsOf(
  Schema.Struct({ ...DeliveryReceipt.fields, correlation: Schema.Null, at: Schema.DateTimeUtcFromMillis }).pipe(
    namedColumns({ messageId: "message_id" })
  )
)

/** The message ids as the column `wanted` of a values table. */
const wantedTable = ({ dialect }: Db, messageIds: ReadonlyArray<string>) =>
  dialect.valuesTable(
    "given",
    { wanted: "text" },
    messageIds.map((wanted) => ({ wanted }))
  )

/** Returns receipts in the order in which they were stored. */
export const unmatchedReceipts =
  (db: Db): Store["unmatched"] =>
  (messageIds) =>
    receipts(
      db,
      db.sql`
        SELECT NULL AS correlation, message_id, status, error, reason, at FROM ${db.table("parked_receipts")}
        WHERE message_id IN (SELECT wanted FROM ${wantedTable(db, messageIds)})
        ORDER BY sequence`
    )

/** Stores receipts. The first receipt for a message id and a status stays. */
export const keepUnmatched = (db: Db): Store["keepUnmatched"] =>
  Effect.fnUntraced(function* (kept) {
    const { dialect, mapErrors, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { place: "integer", message_id: "text", status: "text", error: "text", reason: "text", at: "integer" },
      kept.map(({ at, error, messageId, reason, status }, place) => ({
        place,
        message_id: messageId,
        status,
        error,
        reason,
        at: DateTime.toEpochMillis(at)
      }))
    )
    yield* mapErrors(sql`
      INSERT INTO ${table("parked_receipts")} (message_id, status, error, reason, at, kept_at)
      SELECT message_id, status, error, reason, at, ${yield* dialect.now} FROM ${given} WHERE TRUE ORDER BY place
      ON CONFLICT (message_id, status) DO NOTHING`)
  })

/** Removes all receipts for these message ids. */
export const removeUnmatched =
  (db: Db): Store["removeUnmatched"] =>
  (messageIds) =>
    Effect.asVoid(
      db.mapErrors(
        db.sql`DELETE
          FROM ${db.table("parked_receipts")} WHERE message_id IN (SELECT wanted FROM ${wantedTable(db, messageIds)})`
      )
    )

/** Removes the receipts that are kept for the longest time, and returns how many. */
export const pruneUnmatched = (db: Db): Store["pruneUnmatched"] =>
  pruneOldest(db, { table: "parked_receipts", key: "sequence", since: "kept_at" })
