import type { BroadcastStore, BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { firstOf } from "../kernel/Rows.ts"
import { broadcastColumns, BroadcastRow } from "./BroadcastRow.ts"

type Store = BroadcastStore["Service"]

const broadcast = firstOf(BroadcastRow)

const decodeBroadcast = Schema.decodeUnknownEffect(BroadcastRow)

const decodeCounters = Schema.decodeUnknownEffect(
  Schema.Struct({
    recipients: Schema.Natural,
    sent: Schema.Natural,
    delivered: Schema.Natural,
    read: Schema.Natural,
    rejected: Schema.Natural,
    failed: Schema.Natural
  })
)

/** One broadcast; `locking` is what follows the statement. */
export const selectBroadcast = (db: Db, workspace: WorkspaceUuid, uuid: BroadcastUuid, locking = db.sql.literal("")) =>
  broadcast(
    db,
    db.sql`
      SELECT ${db.sql.csv(broadcastColumns)} FROM broadcasts
      WHERE workspace_uuid = ${workspace} AND uuid = ${uuid} ${locking}`
  )

export const findBroadcast = (db: Db): Store["find"] =>
  Effect.fn("BroadcastStore.find")((workspace, uuid) => selectBroadcast(db, workspace, uuid))

/** One statement, so that broadcast and counters are of one moment (B13). */
export const broadcastDetails = (db: Db): Store["details"] => {
  const { attempt, sql } = db
  return Effect.fn("BroadcastStore.details")((workspace, uuid) => {
    const statement = sql`
      SELECT ${sql.csv(broadcastColumns)}, recipients, counted.*
      FROM broadcasts
      CROSS JOIN (
        SELECT
          count(sent_at) AS sent,
          count(*) FILTER (WHERE status IN ('delivered', 'read')) AS delivered,
          count(*) FILTER (WHERE status = 'read') AS read,
          count(*) FILTER (WHERE status = 'rejected') AS rejected,
          count(*) FILTER (WHERE status = 'undeliverable') AS failed
        FROM broadcast_recipients
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${uuid}
      ) AS counted
      WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`
    return attempt(
      Effect.gen(function* () {
        const [row] = yield* statement
        if (row === undefined) return Option.none()
        return Option.some({ broadcast: yield* decodeBroadcast(row), counters: yield* decodeCounters(row) })
      })
    )
  })
}
