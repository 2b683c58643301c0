import type { WebhookStore } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { hasRow, rowsOf } from "../database/Rows.ts"
import { storeNow } from "../database/StoreClock.ts"
import { storedOf, webhookColumns, WebhookRow } from "./WebhookRow.ts"

const claimed = rowsOf(WebhookRow)

/**
 * Claims due webhooks. Skips webhooks that another transaction has locked or claimed meanwhile. Reads the whole table,
 * because each webhook has its own cursor; a check for newer events is one lookup in the event index. Ten thousand webhooks
 * take about 10 ms on SQLite and 25 ms on Postgres. Events that are not yet visible to all readers do not count, because
 * they cannot be read. Usually nothing is due, which one statement without a transaction finds out.
 */
export const claimDue = (db: Db): WebhookStore["Service"]["claimDue"] => {
  const { dialect, run, sql, table, transaction } = db
  const hasEvents = dialect.eventOrder.hasAfter(sql.literal("webhook.workspace_uuid"), {
    position: sql.literal("coalesce(cursor_position, -1)"),
    sequence: sql.literal("coalesce(cursor_sequence, 0)")
  })
  const isDue = (failing: boolean, now: Statement.Fragment) => {
    const isOfGroup = failing ? sql`failure IS NOT NULL` : sql`failure IS NULL`
    return sql`${isOfGroup} AND (due_at <= ${now} OR (on_events = 1 AND ${hasEvents}))`
  }
  const hasDue = Effect.fnUntraced(function* (failing: boolean) {
    const now = yield* dialect.now
    return yield* hasRow(db)(sql`SELECT uuid FROM ${table("webhooks")} AS webhook WHERE ${isDue(failing, now)} LIMIT 1`)
  })
  return Effect.fnUntraced(function* ({ failing, lease, limit, share, underWay }) {
    if (!(yield* hasDue(failing))) return []
    return yield* transaction(
      Effect.gen(function* () {
        const at = yield* storeNow(db)
        const now = at.epochMilliseconds
        const working = dialect.valuesTable(
          "working",
          { workspace: "uuid", count: "integer" },
          Array.from(underWay, ([workspace, count]) => ({ workspace, count }))
        )
        const due = yield* claimed(db)(sql`
          WITH turns AS MATERIALIZED (
            SELECT workspace_uuid AS of_workspace, uuid AS due_uuid, claim AS due_claim, coalesce(working.count, 0) + row_number() OVER (
              PARTITION BY workspace_uuid ORDER BY claimed_at, uuid
            ) AS place
            FROM ${table("webhooks")} AS webhook LEFT JOIN ${working} ON working.workspace = workspace_uuid
            WHERE ${isDue(failing, sql`${now}`)}
          )
          SELECT ${sql.csv(webhookColumns)} FROM turns CROSS JOIN ${table("webhooks")} AS webhook
          WHERE workspace_uuid = of_workspace AND uuid = due_uuid AND claim = due_claim AND place <= ${share}
          ORDER BY place, claimed_at, uuid LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`)
        if (due.length === 0) return []
        const given = dialect.valuesTable(
          "given",
          { of_workspace: "uuid", webhook: "uuid" },
          due.map(({ uuid, workspaceUuid }) => ({ of_workspace: workspaceUuid, webhook: uuid }))
        )
        yield* run(sql`
          UPDATE ${table("webhooks")}
          SET due_at = ${now + Duration.toMillis(lease)}, on_events = 0, claim = claim + 1, claimed_at = ${now} FROM ${given}
          WHERE workspace_uuid = of_workspace AND uuid = given.webhook`)
        return due.map((row) => {
          const { claim, ...stored } = storedOf(row)
          return { ...stored, claim: claim + 1, at }
        })
      })
    )
  })
}
