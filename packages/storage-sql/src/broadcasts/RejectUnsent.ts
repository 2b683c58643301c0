import type { BroadcastStore } from "@rollcall/core/storage"
import { RecipientUuid } from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { writeCounted } from "../counts/CountedWrites.ts"
import { countedAfter, countedBefore, recipientChanges, selectedBefore } from "../counts/RecipientCounts.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { laterThanBefore } from "../database/StoreClock.ts"

const rejected = rowsOf(Schema.Struct({ uuid: RecipientUuid, position: Schema.Natural }))

/** Recipients rejected per statement, to limit its duration. */
const chunkSize = 10_000

/**
 * Rejects unsent recipients in chunks, in the surrounding transaction. Claimed recipients come first: they are few, and
 * have a lease. Pending recipients come last, so that recipients that became pending meanwhile are included. Each status
 * has an index.
 */
export const rejectUnsent = (db: Db): BroadcastStore["Service"]["rejectUnsent"] =>
  Effect.fnUntraced(function* (ref, { error, reason }) {
    const { dialect, sql, table } = db
    const ofBroadcast = sql`workspace_uuid = ${ref.workspace} AND broadcast_uuid = ${ref.broadcast}`
    const rejections: Array<{ readonly uuid: RecipientUuid; readonly position: number }> = []
    const rejectChunk = Effect.fnUntraced(function* (kind: Statement.Fragment) {
      const now = yield* dialect.now
      const rows = yield* rejected(db)(
        writeCounted(db, {
          given: sql`chosen AS MATERIALIZED (
          SELECT workspace_uuid AS of_workspace, uuid AS chosen_uuid, ${sql.literal(selectedBefore)} FROM ${table("broadcast_recipients")} WHERE ${ofBroadcast} AND ${kind}
          ORDER BY position
          LIMIT ${chunkSize} ${dialect.lockRows("update")}
        )`,
          write: sql`
        UPDATE ${table("broadcast_recipients")}
        SET status = 'rejected', reason = ${reason}, error = ${error}, not_before = NULL, lease_until = NULL,
          updated_at = ${laterThanBefore(db, now)}
        FROM chosen
        WHERE workspace_uuid = of_workspace AND uuid = chosen_uuid`,
          returns: { uuid: "uuid", position: "position" },
          counting: { returns: { ...countedAfter, ...countedBefore }, changes: recipientChanges(db, "updated", [ref]) }
        })
      )
      for (const row of rows) rejections.push(row)
      return rows.length
    })
    for (const kind of [sql`lease_until IS NOT NULL AND status = 'claimed'`, sql`status = 'pending'`]) {
      yield* Effect.repeat(rejectChunk(kind), { while: (count) => count === chunkSize })
    }
    return rejections.sort((a, b) => a.position - b.position).map(({ uuid }) => uuid)
  })
