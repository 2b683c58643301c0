import type { BroadcastStore } from "@rollcall/core/storage"
import { RecipientUuid } from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { rowsOf } from "../shared/Rows.ts"
import { laterThanBefore } from "../shared/StoreClock.ts"

const rejected = rowsOf(Schema.Struct({ uuid: RecipientUuid, position: Schema.Natural }))

/** The number of recipients that one statement rejects. It bounds the time of a statement. */
const chunkSize = 10_000

/** Rejects pending recipients in chunks, in the surrounding transaction. */
export const rejectPending = (db: Db): BroadcastStore["Service"]["rejectPending"] =>
  Effect.fnUntraced(function* (ref, { error, reason }) {
    const { dialect, sql, table } = db
    const ofBroadcast = sql`workspace_uuid = ${ref.workspace} AND broadcast_uuid = ${ref.broadcast} AND status = 'pending'`
    const chunk = Effect.flatMap(dialect.now, (now) =>
      rejected(
        db,
        sql`
        WITH chosen AS MATERIALIZED (
          SELECT uuid AS chosen_uuid FROM ${table("broadcast_recipients")} WHERE ${ofBroadcast}
          ORDER BY position
          LIMIT ${chunkSize} ${dialect.forUpdate}
        )
        UPDATE ${table("broadcast_recipients")}
        SET status = 'rejected', reason = ${reason}, error = ${error}, not_before = NULL, lease_until = NULL,
          updated_at = ${laterThanBefore(db, now)}
        FROM chosen
        WHERE uuid = chosen_uuid
        RETURNING uuid, position`
      )
    )
    const rejections: Array<{ readonly uuid: RecipientUuid; readonly position: number }> = []
    const add = Effect.map(chunk, (rows) => {
      for (const row of rows) rejections.push(row)
      return rows.length
    })
    yield* Effect.repeat(add, { while: (count) => count === chunkSize })
    return rejections.sort((a, b) => a.position - b.position).map(({ uuid }) => uuid)
  })
