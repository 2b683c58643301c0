import { BroadcastUuid, ContactUuid, RecipientReason, WorkspaceUuid } from "@rollcall/core"
import { type BroadcastStore, refusalOf } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { Problems } from "../delivery/DeliveryRow.ts"
import type { Db } from "../database/Database.ts"
import { pageOf } from "../shared/Pages.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"
import { broadcastColumns, BroadcastRow, BroadcastSummaryRow, summaryColumns } from "./BroadcastRow.ts"

const broadcast = firstOf(BroadcastRow)
const channelTypes = rowsOf(
  Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid, channelType: Schema.String })
)
const broadcastPage = pageOf(BroadcastSummaryRow)

export const findBroadcast = (db: Db): BroadcastStore["Service"]["find"] => {
  const { sql, table } = db
  return (workspace, uuid) =>
    broadcast(db)(sql`
      SELECT ${sql.csv(broadcastColumns)} FROM ${table("broadcasts")}
      WHERE workspace_uuid = ${workspace} AND uuid = ${uuid} AND status NOT IN ('staged', 'discarded')`)
}

/** Returns the channel types of broadcasts. */
export const readChannelTypes =
  (db: Db): BroadcastStore["Service"]["channelTypes"] =>
  (refs) => {
    const given = db.dialect.valuesTable(
      "given",
      { of_workspace: "uuid", of_broadcast: "uuid" },
      refs.map(({ broadcast, workspace }) => ({ of_workspace: workspace, of_broadcast: broadcast }))
    )
    const statement = db.sql`
      SELECT of_workspace AS workspace, of_broadcast AS broadcast, channel_type AS ${db.sql("channelType")}
      FROM ${given} JOIN ${db.table("broadcasts")} ON workspace_uuid = of_workspace AND uuid = of_broadcast`
    return Effect.map(channelTypes(db)(statement), (found) =>
      found.map(({ channelType, ...ref }) => ({ ref, channelType }))
    )
  }

/** Lists published broadcasts in index order; all of the workspace if `status` is null. */
export const listBroadcasts = (db: Db): BroadcastStore["Service"]["list"] => {
  const { sql } = db
  return (workspace, status, page) =>
    broadcastPage(db, {
      columns: sql.csv(summaryColumns),
      from: "broadcasts",
      where: sql`workspace_uuid = ${workspace} AND ${
        status === null ? sql`status NOT IN ('staged', 'discarded')` : sql`status = ${status}`
      }`,
      order: { keys: [sql`created_at`], nullable: false },
      direction: "desc",
      page
    })
}

const refusal = rowsOf(
  Schema.Struct({
    identifier: Schema.String,
    contactUuid: Schema.NullOr(ContactUuid),
    reason: Schema.NullOr(RecipientReason),
    error: Schema.NullOr(Schema.String),
    problems: Schema.NullOr(Problems)
  })
)

/** Returns the refused recipients of a broadcast, which are stored without parameters. */
export const refusedRecipients = (db: Db): BroadcastStore["Service"]["refused"] => {
  const { sql, table } = db
  return ({ broadcast, workspace }) =>
    Effect.map(
      refusal(db)(sql`
        SELECT identifier, contact_uuid AS ${sql("contactUuid")}, reason, error, problems FROM ${table("broadcast_recipients")}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND parameters IS NULL
        ORDER BY position`),
      (rows) => rows.flatMap((row) => refusalOf({ ...row, parameters: null }) ?? [])
    )
}
