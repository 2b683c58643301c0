import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { type BroadcastRef, type BroadcastStore, isOver } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { claimFirst } from "../shared/DueRows.ts"

type Store = BroadcastStore["Service"]

/** The `look_at` of a broadcast without a next check. */
export const never = Number.MAX_SAFE_INTEGER

/** Returns the time of the next check: after the duration, if given, and no later than `valid_until`. */
export const nextCheck = (
  { sql }: Db,
  now: Statement.Fragment,
  after: Duration.Duration | null
): Statement.Fragment => {
  const latest = sql`coalesce(valid_until, ${never})`
  if (after === null) return latest
  const next = sql`${now} + ${Math.ceil(Duration.toMillis(after))}`
  return sql`CASE WHEN ${latest} < ${next} THEN ${latest} ELSE ${next} END`
}

const abandoned = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid }))

/** Updates the status of a published broadcast and when it is due. */
export const updateBroadcast = (db: Db): Store["update"] => {
  const { dialect, run, sql, table } = db
  return Effect.fnUntraced(function* ({ broadcast, workspace }, changes) {
    const now = yield* dialect.now
    const next = nextCheck(db, now, changes.nextCheckAfter)
    const isEnd = changes.status !== undefined && isOver(changes.status)
    // A broadcast that ended before it was complete stays due for removal after later updates.
    const isLeft = isEnd ? sql`is_complete = 0` : changes.status === undefined ? isAbandoned(db) : null
    const members = [
      ...(changes.status === undefined ? [] : [sql`status = ${changes.status}`]),
      ...(changes.statusReason === undefined ? [] : [sql`status_reason = ${changes.statusReason}`]),
      ...(changes.category === undefined ? [] : [sql`category = ${changes.category}`]),
      ...(isEnd ? [sql`over_at = CASE WHEN is_complete = 1 THEN ${now} END`] : []),
      sql`look_at = ${isLeft === null ? next : sql`CASE WHEN ${isLeft} THEN ${now} ELSE ${next} END`}`
    ]
    yield* run(sql`
      UPDATE ${table("broadcasts")} SET ${sql.csv(members)}
      WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND status NOT IN ('staged', 'discarded')`)
  })
}

/** Stores the decision about a broadcast's held opt-outs. */
export const decideOptOuts =
  ({ run, sql, table }: Db): Store["decideOptOuts"] =>
  ({ broadcast, workspace }, heldOptOuts) =>
    run(sql`
      UPDATE ${table("broadcasts")} SET held_opt_outs = ${heldOptOuts}
      WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND status NOT IN ('staged', 'discarded')`)

/** Returns the condition for due published broadcasts. It matches the condition of their index. */
export const isDue = ({ sql }: Db, now: Statement.Fragment) =>
  sql`status IN ('resolving', 'scheduled', 'sending', 'paused') AND look_at <= ${now}`

/**
 * Returns the condition for broadcasts whose recipients will never be visible: staged, or ended before they were complete.
 */
export const isAbandoned = ({ sql }: Db) =>
  sql`is_complete = 0 AND status IN ('staged', 'discarded', 'completed', 'cancelled', 'expired', 'failed')`

/**
 * Returns when a claimed broadcast is due again: after the duration, or earlier at its `valid_until` if that has not
 * passed.
 */
export const checkAfterClaim = ({ sql }: Db, now: Statement.Fragment, after: Duration.Duration) => {
  const next = sql`${now} + ${Math.ceil(Duration.toMillis(after))}`
  return sql`CASE WHEN valid_until > ${now} AND valid_until < ${next} THEN valid_until ELSE ${next} END`
}

/** Changes when claimed broadcasts are due. */
export const putOff = Effect.fnUntraced(function* (
  { dialect, run, sql, table }: Db,
  refs: ReadonlyArray<BroadcastRef>,
  checkAt: Statement.Fragment
) {
  const given = dialect.valuesTable(
    "given",
    { workspace: "uuid", broadcast: "uuid" },
    refs.map(({ broadcast, workspace }) => ({ workspace, broadcast }))
  )
  yield* run(sql`
    UPDATE ${table("broadcasts")} SET look_at = ${checkAt} FROM ${given}
    WHERE workspace_uuid = given.workspace AND uuid = given.broadcast`)
})

/** Claims abandoned broadcasts. Skips broadcasts locked by another transaction. */
export const claimAbandoned =
  (db: Db): Store["claimAbandoned"] =>
  ({ limit, nextCheckAfter }) => {
    const broadcasts = {
      from: "broadcasts",
      key: "uuid",
      as: "broadcast",
      dueAt: "look_at",
      where: isAbandoned(db)
    } as const
    return claimFirst(db, abandoned, broadcasts, limit, nextCheckAfter)
  }
