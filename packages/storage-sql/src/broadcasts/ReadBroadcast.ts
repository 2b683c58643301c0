import type { BroadcastStore } from "@rollcall/core/storage"
import type { Db } from "../shared/Database.ts"
import { pageOf } from "../shared/Listings.ts"
import { firstOf } from "../shared/Rows.ts"
import { broadcastColumns, BroadcastRow } from "./BroadcastRow.ts"

const broadcast = firstOf(BroadcastRow)
const broadcastPage = pageOf(BroadcastRow)

/** Returns a published broadcast. */
export const findBroadcast = (db: Db): BroadcastStore["Service"]["find"] => {
  const { sql, table } = db
  return (workspace, uuid) =>
    broadcast(
      db,
      sql`
        SELECT ${sql.csv(broadcastColumns)} FROM ${table("broadcasts")}
        WHERE workspace_uuid = ${workspace} AND uuid = ${uuid} AND status NOT IN ('staged', 'discarded')`
    )
}

/** Lists published broadcasts, which the indexes have in their order: all of a workspace, and those of each status. */
export const listBroadcasts = (db: Db): BroadcastStore["Service"]["list"] => {
  const { sql } = db
  return (workspace, status, page) =>
    broadcastPage(db, {
      columns: sql.csv(broadcastColumns),
      from: "broadcasts",
      where: sql`workspace_uuid = ${workspace} AND ${
        status === null ? sql`status NOT IN ('staged', 'discarded')` : sql`status = ${status}`
      }`,
      order: { keys: [sql`created_at`], nullable: false },
      filtered: false,
      direction: "desc",
      page
    })
}
