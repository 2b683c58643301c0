import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { BroadcastStatus, type BroadcastStore } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../shared/Database.ts"
import { rowsOf } from "../shared/Rows.ts"

type Store = BroadcastStore["Service"]

/** The `look_at` of a broadcast that has no next check. */
const never = Number.MAX_SAFE_INTEGER

const due = rowsOf(
  Schema.Struct({
    workspace: WorkspaceUuid,
    broadcast: BroadcastUuid,
    status: Schema.Union([BroadcastStatus, Schema.Literals(["staged", "discarded"])]),
    expired: Schema.Finite
  })
)

/** The instant of the next check: after a duration, if one is given, and at `valid_until` at the latest. */
const nextCheck = ({ sql }: Db, now: Statement.Fragment, after: Duration.Duration | null): Statement.Fragment => {
  const latest = sql`coalesce(valid_until, ${never})`
  if (after === null) return latest
  const next = sql`${now} + ${Math.ceil(Duration.toMillis(after))}`
  return sql`CASE WHEN ${latest} < ${next} THEN ${latest} ELSE ${next} END`
}

/** Writes the status of a published broadcast and when it is due. */
export const updateBroadcast = (db: Db): Store["update"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* ({ broadcast, workspace }, changes) {
    const now = yield* dialect.now
    const members = [
      ...(changes.status === undefined ? [] : [sql`status = ${changes.status}`]),
      ...(changes.statusReason === undefined ? [] : [sql`status_reason = ${changes.statusReason}`]),
      sql`look_at = ${nextCheck(db, now, changes.nextCheckAfter)}`
    ]
    yield* mapErrors(sql`
      UPDATE ${table("broadcasts")} SET ${sql.csv(members)}
      WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND status NOT IN ('staged', 'discarded')`)
  })
}

/** Makes broadcasts that send due soon enough. */
export const shortenChecks = (db: Db): Store["shortenChecks"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* (nextCheckAfter) {
    const latest = sql`${yield* dialect.now} + ${Math.ceil(Duration.toMillis(nextCheckAfter))}`
    yield* mapErrors(
      sql`UPDATE ${table("broadcasts")} SET look_at = ${latest} WHERE status = 'sending' AND look_at > ${latest}`
    )
  })
}

/**
 * Skips broadcasts that another transaction has locked. A discarded broadcast is returned as staged. A SELECT before
 * the UPDATE keeps the order of due times, because RETURNING has no order.
 */
export const claimDue = (db: Db): Store["claimDue"] => {
  const { dialect, mapErrors, sql, table, transaction } = db
  return ({ limit, nextCheckAfter }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const rows = yield* due(
          db,
          sql`
            SELECT workspace_uuid AS workspace, uuid AS broadcast, status,
              CASE WHEN valid_until <= ${now} THEN 1 ELSE 0 END AS expired
            FROM ${table("broadcasts")}
            WHERE status IN ('staged', 'discarded', 'scheduled', 'sending', 'paused') AND look_at <= ${now}
            ORDER BY look_at
            LIMIT ${limit} ${dialect.forUpdateSkipLocked}`
        )
        if (rows.length === 0) return []
        const given = dialect.valuesTable(
          "given",
          { workspace: "uuid", broadcast: "uuid" },
          rows.map(({ broadcast, workspace }) => ({ workspace, broadcast }))
        )
        yield* mapErrors(sql`
          UPDATE ${table("broadcasts")} SET look_at = ${nextCheck(db, now, nextCheckAfter)} FROM ${given}
          WHERE workspace_uuid = given.workspace AND uuid = given.broadcast`)
        return rows.map(({ broadcast, expired, status, workspace }) => ({
          ref: { workspace, broadcast },
          status: status === "discarded" ? "staged" : status,
          hasExpired: expired === 1
        }))
      })
    )
}
