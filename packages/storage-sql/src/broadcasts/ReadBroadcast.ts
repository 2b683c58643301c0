import type { BroadcastStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import type { Db } from "../shared/Database.ts"
import { firstOf } from "../shared/Rows.ts"
import { broadcastColumns, BroadcastRow } from "./BroadcastRow.ts"

const broadcast = firstOf(BroadcastRow)

/** Returns a published broadcast. */
export const findBroadcast = (db: Db): BroadcastStore["Service"]["find"] => {
  const { sql, table } = db
  return Effect.fn("BroadcastStore.find")((workspace, uuid) =>
    broadcast(
      db,
      sql`
        SELECT ${sql.csv(broadcastColumns)} FROM ${table("broadcasts")}
        WHERE workspace_uuid = ${workspace} AND uuid = ${uuid} AND status NOT IN ('staged', 'discarded')`
    )
  )
}
