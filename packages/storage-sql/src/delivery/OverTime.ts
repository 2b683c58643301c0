import type { DeliveryStore } from "@rollcall/core/storage"
import { Duration, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

const spans = rowsOf(
  Schema.Struct({
    at: Schema.DateTimeUtcFromMillis,
    sent: Schema.Natural,
    delivered: Schema.Natural,
    read: Schema.Natural,
    failed: Schema.Natural
  })
)

/** What a recipient comes to, and the column that says when. */
const kinds = { sent: "sent_at", delivered: "delivered_at", read: "read_at", failed: "updated_at" } as const

/** Reads the recipients of a broadcast once, each with every kind of instant that it may have. */
export const overTime =
  (db: Db): DeliveryStore["Service"]["overTime"] =>
  ({ broadcast, workspace }, { limit, span }) => {
    const { dialect, sql, table } = db
    const length = sql`CAST(${Duration.toMillis(span)} AS bigint)`
    const names = Object.keys(kinds)
    const given = dialect.valuesTable(
      "given",
      { kind: "text" },
      names.map((kind) => ({ kind }))
    )
    const instant = sql`
      CASE kind WHEN 'sent' THEN ${sql(kinds.sent)} WHEN 'delivered' THEN ${sql(kinds.delivered)}
        WHEN 'read' THEN ${sql(kinds.read)} ELSE CASE WHEN status = 'undeliverable' THEN ${sql(kinds.failed)} END END`
    const counts = names.map(
      (kind) => sql`CAST(sum(CASE WHEN kind = ${sql.literal(`'${kind}'`)} THEN 1 ELSE 0 END) AS bigint) AS ${sql(kind)}`
    )
    const statement = sql`
      SELECT happened_at - (happened_at % ${length} + ${length}) % ${length} AS at, ${sql.csv(counts)} FROM (
        SELECT kind, ${instant} AS happened_at FROM ${table("broadcast_recipients")} CROSS JOIN ${given}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND EXISTS (
          SELECT 1 FROM ${table("broadcasts")}
          WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND is_complete = 1
            AND recipients_removed_at IS NULL
        )
      ) AS happened
      WHERE happened_at IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT ${limit}`
    return spans(db, dialect.runSearch(statement, { isPrepared: false, usesTrigrams: false }))
  }
