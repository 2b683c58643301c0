import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { unansweredProblem } from "@rollcall/core/sending"
import { type DeliveryStore, RecipientStatus } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { writeCounted } from "../counts/CountedWrites.ts"
import { countedAfter, countedBefore, recipientChanges, selectedBefore } from "../counts/RecipientCounts.ts"
import type { Db } from "../database/Database.ts"
import { named } from "../database/NamedTable.ts"
import { rowCount, rowsOf } from "../database/Rows.ts"
import { laterThanBefore } from "../database/StoreClock.ts"

const expired = rowsOf(
  Schema.Struct({
    workspace_uuid: WorkspaceUuid,
    broadcast_uuid: BroadcastUuid,
    uuid: RecipientUuid,
    attempt: Schema.Natural,
    channel_type: Schema.String,
    status: RecipientStatus,
    is_new: Schema.BooleanFromBit
  })
)

const found = rowsOf(Schema.Struct({ workspace_uuid: WorkspaceUuid, uuid: RecipientUuid }))

/** Updates up to `limit` deliveries and returns their number. Skips deliveries locked by another transaction. */
const updateSome = (db: Db, set: Statement.Fragment, where: Statement.Fragment, limit: number) => {
  const { dialect, sql, table } = db
  return rowCount(db)(sql`
    WITH chosen AS MATERIALIZED (
      SELECT workspace_uuid AS of_workspace, uuid AS chosen_uuid FROM ${table("broadcast_recipients")}
      WHERE ${where}
      LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}
    )
    UPDATE ${table("broadcast_recipients")} SET ${set} FROM chosen
    WHERE workspace_uuid = of_workspace AND uuid = chosen_uuid
    RETURNING uuid`)
}

/** Makes waiting retries due now. Skips deliveries locked by another transaction, because they are being claimed. */
export const wakeDeliveries = (db: Db): DeliveryStore["Service"]["wake"] =>
  Effect.fnUntraced(function* ({ broadcast, workspace }, limit) {
    const now = yield* db.dialect.now
    const isWaiting = db.sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND status = 'pending'
      AND not_before > ${now}`
    return yield* updateSome(db, db.sql`not_before = ${now}`, isWaiting, limit)
  })

/** Limits the remaining time of leases. */
export const shortenLeases = (db: Db): DeliveryStore["Service"]["shortenLeases"] =>
  Effect.fnUntraced(function* ({ lease, limit }) {
    const now = yield* db.dialect.now
    const latest = db.sql`${now} + ${Duration.toMillis(lease)}`
    const isLonger = db.sql`lease_until > ${latest} AND (status NOT IN ('claimed', 'sending') OR updated_at > ${now})`
    return yield* updateSome(db, db.sql`lease_until = ${latest}`, isLonger, limit)
  })

/** Returns the channel type of a recipient's broadcast, for RETURNING. */
const channelOf = (db: Db) => `(
  SELECT channel_type FROM ${named(db)("broadcasts")} AS broadcast
  WHERE broadcast.workspace_uuid = broadcast_recipients.workspace_uuid
    AND broadcast.uuid = broadcast_recipients.broadcast_uuid
)`

/**
 * Ends expired leases. Skips deliveries locked by another transaction. If an UPDATE cannot return old values, the `sending`
 * deliveries are read first; no other transaction writes in between.
 */
export const expireLeases = (db: Db): DeliveryStore["Service"]["expireLeases"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* ({ askAgainAfter, limit }) {
    const now = yield* dialect.now
    const isNew = dialect.engine.writesInSubqueries ? "CASE WHEN old_status = 'sending' THEN 1 ELSE 0 END" : "0"
    const sending = dialect.engine.writesInSubqueries
      ? Effect.succeed([])
      : found(db)(sql`
        SELECT workspace_uuid, uuid FROM ${table("broadcast_recipients")}
        WHERE lease_until <= ${now} AND status = 'sending'`)
    const expire = expired(db)(
      writeCounted(db, {
        given: sql`overdue AS MATERIALIZED (
          SELECT workspace_uuid AS of_workspace, uuid AS overdue_uuid, ${sql.literal(selectedBefore)}
          FROM ${table("broadcast_recipients")}
          WHERE lease_until <= ${now}
          ORDER BY lease_until
          LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}
        )`,
        write: sql`UPDATE ${table("broadcast_recipients")}
        SET status = CASE status WHEN 'claimed' THEN 'pending' ELSE 'unknown' END,
          reason = CASE status WHEN 'sending' THEN ${unansweredProblem.reason} ELSE reason END,
          error = CASE status WHEN 'sending' THEN ${unansweredProblem.error} ELSE error END,
          lease_until = CASE status WHEN 'claimed' THEN NULL ELSE ${now} + ${Duration.toMillis(askAgainAfter)} END,
          updated_at = CASE WHEN status IN ('claimed', 'sending') THEN ${laterThanBefore(db, now)} ELSE updated_at END
        FROM overdue
        WHERE workspace_uuid = of_workspace AND uuid = overdue_uuid`,
        returns: {
          ...{ workspace_uuid: "workspace_uuid", broadcast_uuid: "broadcast_uuid", uuid: "uuid", attempt: "attempt" },
          ...{ status: "status", is_new: isNew, channel_type: channelOf(db) }
        },
        counting: { returns: { ...countedAfter, ...countedBefore }, changes: recipientChanges(db, "updated") }
      })
    )
    const both = Effect.all([sending, expire])
    const [before, rows] = yield* dialect.engine.writesInSubqueries ? both : db.inTransaction(both)
    const wereSending = new Set(before.map(({ uuid, workspace_uuid }) => `${workspace_uuid} ${uuid}`))
    const unknown = rows.filter(({ status }) => status === "unknown")
    return unknown.map(({ attempt, broadcast_uuid, channel_type, is_new, uuid, workspace_uuid }) => ({
      ref: { workspace: workspace_uuid, broadcast: broadcast_uuid },
      uuid,
      attempt,
      isNew: is_new || wereSending.has(`${workspace_uuid} ${uuid}`),
      channelType: channel_type
    }))
  })
}
