import type { StorageError } from "@rollcall/core"
import type { Workload } from "@rollcall/core/operations"
import { Effect, Schema, Struct } from "effect"
import type { Statement } from "effect/sql"
import { isAbandoned } from "../broadcasts/DueBroadcasts.ts"
import type { Db } from "../database/Database.ts"
import { oneOf } from "../database/Rows.ts"

/** The time at which work is due; null if no work is waiting. */
const DueAt = Schema.NullOr(Schema.Int)

const Row = Schema.Struct({
  now: Schema.Int,
  broadcasts: DueAt,
  resolutions: DueAt,
  staged: DueAt,
  leases: DueAt,
  imports: DueAt,
  webhooks: DueAt,
  inbox: DueAt,
  erasures: DueAt,
  jobs: DueAt,
  event: DueAt,
  resolving: Schema.Natural,
  scheduled: Schema.Natural,
  sending: Schema.Natural,
  paused: Schema.Natural,
  sent: Schema.Natural,
  delivered: Schema.Natural,
  read: Schema.Natural,
  rejected: Schema.Natural,
  failed: Schema.Natural,
  unfinished: Schema.Natural,
  unknown: Schema.Natural,
  enabled: Schema.Natural,
  failing: Schema.Natural,
  disabled: Schema.Natural
})

const workloadRow = oneOf(Row)

const unended = ["resolving", "scheduled", "sending", "paused"] as const
const counters = ["sent", "delivered", "read", "rejected", "failed", "unfinished"] as const

/** Maximum recipients of unknown outcome that are counted. */
const mostUnknown = 10_000

/**
 * Reads the whole workload in one statement: the first entry of each index of due work, and the counts of webhooks and
 * unfinished broadcasts. Finished broadcasts are not counted, because their number only grows.
 */
export const readWorkload = (db: Db): Effect.Effect<Workload, StorageError> => {
  const { dialect, sql, table } = db
  const { eventOrder } = dialect
  const workspace = sql.literal("webhook.workspace_uuid")
  const cursor = {
    position: sql.literal("coalesce(cursor_position, -1)"),
    sequence: sql.literal("coalesce(cursor_sequence, 0)")
  }
  const first = (column: string, from: Statement.Fragment) => sql`(SELECT min(${sql(column)}) FROM ${from})`
  const total = (column: string) => sql`CAST(coalesce(sum(${sql(column)}), 0) AS bigint) AS ${sql(column)}`
  const number = (condition: Statement.Fragment, name: string) =>
    sql`CAST(coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0) AS bigint) AS ${sql(name)}`
  const published = sql`status IN ('resolving', 'scheduled', 'sending', 'paused')`
  const broadcasts = table("broadcasts")
  const inStatus = (status: string) => number(sql`status = ${status}`, status)
  const statement = (now: Statement.Fragment) => sql`
    SELECT ${now} AS now, work.*, live.*, counted.*, hooks.*,
      (SELECT count(*) FROM (
        SELECT 1 FROM ${table("broadcast_recipients")} WHERE status = 'unknown' LIMIT ${mostUnknown}
      ) AS unknowns) AS ${sql("unknown")}
    FROM (SELECT
      ${first("look_at", sql`${broadcasts} WHERE ${published} AND status <> 'resolving'`)} AS broadcasts,
      ${first("look_at", sql`${broadcasts} WHERE ${published} AND status = 'resolving'`)} AS resolutions,
      ${first("look_at", sql`${broadcasts} WHERE ${isAbandoned(db)}`)} AS staged,
      ${first("lease_until", sql`${table("broadcast_recipients")} WHERE lease_until IS NOT NULL`)} AS leases,
      ${first("due_at", sql`${table("contact_imports")} WHERE due_at IS NOT NULL`)} AS imports,
      ${first("due_at", table("webhooks"))} AS webhooks,
      ${first("due_at", table("inbox"))} AS inbox,
      ${first("due_at", table("contact_erasures"))} AS erasures,
      ${first("due_at", sql`${table("contact_jobs")} WHERE due_at IS NOT NULL`)} AS jobs,
      (SELECT min(occurred) FROM (
        SELECT coalesce((
          SELECT occurred_at FROM ${eventOrder.placed(workspace, cursor, sql.literal("1"))}
          WHERE event.workspace_uuid = ${workspace}
            AND (event.position, event.sequence) > (${cursor.position}, ${cursor.sequence})
          ORDER BY event.position, event.sequence LIMIT 1
        ), ${eventOrder.firstUnplaced(workspace)}) AS occurred
        FROM ${table("webhooks")} AS webhook WHERE status = 'enabled'
      ) AS next_events) AS event
    ) AS work
    CROSS JOIN (
      SELECT ${sql.csv(unended.map(inStatus))} FROM ${broadcasts} WHERE ${published}
    ) AS live
    CROSS JOIN (
      SELECT ${sql.csv(counters.map(total))}
      FROM ${broadcasts} AS unended JOIN ${table("recipient_counts")} AS counts
        ON counts.workspace_uuid = unended.workspace_uuid AND counts.broadcast_uuid = unended.uuid
      WHERE ${published}
    ) AS counted
    CROSS JOIN (
      SELECT ${number(sql`status = 'enabled'`, "enabled")}, ${number(sql`status = 'disabled'`, "disabled")},
        ${number(sql`status = 'enabled' AND failure IS NOT NULL`, "failing")}
      FROM ${table("webhooks")}
    ) AS hooks`
  return Effect.gen(function* () {
    // Runs on the database's thread for long reads, if it has one, so that many broadcasts delay no request.
    const row = yield* workloadRow(db)(
      dialect.runSearch(statement(yield* dialect.now), { isPrepared: true, usesTrigrams: false })
    )
    const lag = (since: number | null) => (since === null ? 0 : Math.max(0, row.now - since))
    return {
      lag: {
        broadcasts: lag(row.broadcasts),
        resolutions: lag(row.resolutions),
        staged: lag(row.staged),
        leases: lag(row.leases),
        imports: lag(row.imports),
        webhooks: lag(row.webhooks),
        inbox: lag(row.inbox),
        erasures: lag(row.erasures),
        jobs: lag(row.jobs)
      },
      broadcasts: Struct.pick(row, unended),
      recipients: Struct.pick(row, counters),
      unknown: row.unknown,
      webhooks: Struct.pick(row, ["enabled", "failing", "disabled"]),
      webhookLag: lag(row.event)
    }
  })
}
