import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import type { BroadcastRef, BroadcastStore } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { firstOf, namedColumns, rowsOf } from "../database/Rows.ts"
import { countWhere, isOlder } from "../shared/PruneOldest.ts"

const ref = firstOf(
  Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid }).pipe(
    namedColumns({ workspace: "workspace_uuid", broadcast: "uuid" })
  )
)
const removed = rowsOf(Schema.Struct({ removed: Schema.Natural }))

/** Removes the recipients of one broadcast after the other, each in a transaction of its own. */
export const pruneRecipients = (db: Db): BroadcastStore["Service"]["pruneRecipients"] =>
  Effect.fnUntraced(function* ({ keepFor, limit }) {
    const isOld = yield* isOlder(db, "over_at", keepFor)
    let left = limit
    while (left > 0) {
      const count = yield* db.transaction(removeOfOldest(db, isOld, left))
      if (Option.isNone(count)) break
      left -= count.value
    }
    return limit - left
  })

/** Counts the recipients of the broadcasts that are over for too long. */
export const countPrunableRecipients = (db: Db): BroadcastStore["Service"]["prunableRecipients"] =>
  Effect.fnUntraced(function* (keepFor) {
    const { sql, table } = db
    const old = sql`
      SELECT workspace_uuid, uuid FROM ${table("broadcasts")} WHERE ${yield* isOlder(db, "over_at", keepFor)}`
    return yield* countWhere(db, "broadcast_recipients", sql`(workspace_uuid, broadcast_uuid) IN (${old})`)
  })

/**
 * Removes up to `limit` recipients, the last ones first, of the broadcast that is over for the longest time, and returns how
 * many; none without one. It is marked before, so that what counts recipients leaves its counters as they are.
 */
const removeOfOldest = Effect.fnUntraced(function* (db: Db, isOld: Statement.Fragment, limit: number) {
  const { dialect, mapErrors, sql, table } = db
  const oldest = yield* ref(
    db,
    sql`
      SELECT workspace_uuid, uuid FROM ${table("broadcasts")} WHERE ${isOld}
      ORDER BY over_at LIMIT 1 ${dialect.lockRows("update", { skipLocked: true })}`
  )
  if (Option.isNone(oldest)) return Option.none<number>()
  const { broadcast, workspace } = oldest.value
  const itself = sql`workspace_uuid = ${workspace} AND uuid = ${broadcast}`
  yield* mapErrors(sql`
    UPDATE ${table("broadcasts")} SET recipients_removed_at = ${yield* dialect.now}
    WHERE ${itself} AND recipients_removed_at IS NULL`)
  const ofBroadcast = sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}`
  const rows = yield* removed(
    db,
    sql`
      DELETE FROM ${table("broadcast_recipients")} WHERE ${ofBroadcast} AND position IN (
        SELECT position FROM ${table("broadcast_recipients")} WHERE ${ofBroadcast} ORDER BY position DESC LIMIT ${limit}
      )
      RETURNING 1 AS removed`
  )
  if (rows.length < limit) yield* markRemoved(db, oldest.value)
  return Option.some(rows.length)
})

/** No recipient of the broadcast is left: it is not looked at again. */
const markRemoved = ({ mapErrors, sql, table }: Db, { broadcast, workspace }: BroadcastRef) =>
  mapErrors(sql`
    UPDATE ${table("broadcasts")} SET over_at = NULL WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast}`)
