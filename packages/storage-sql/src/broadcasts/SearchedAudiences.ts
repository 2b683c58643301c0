import { BroadcastUuid } from "@rollcall/core"
import { BroadcastAudience } from "@rollcall/core/sending"
import type { BroadcastStore } from "@rollcall/core/storage"
import { Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = BroadcastStore["Service"]

const Audience = Schema.fromJsonString(BroadcastAudience)
const audiences = rowsOf(Schema.Struct({ uuid: BroadcastUuid, audience: Audience }))
const encodeAudience = Schema.encodeSync(Audience)

/** Reads a workspace's audiences that contain a search, by their stored string. */
export const searchedAudiences =
  (db: Db): Store["searchedAudiences"] =>
  (workspace) =>
    audiences(db)(db.sql`
      SELECT uuid, audience FROM ${db.table("broadcasts")}
      WHERE workspace_uuid = ${workspace} AND is_complete = 1 AND audience LIKE '%"search":%'`)

/** Replaces the audience of a broadcast. */
export const replaceAudience =
  ({ run, sql, table }: Db): Store["replaceAudience"] =>
  ({ broadcast, workspace }, audience) =>
    run(sql`
      UPDATE ${table("broadcasts")} SET audience = ${encodeAudience(audience)}
      WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast}`)
