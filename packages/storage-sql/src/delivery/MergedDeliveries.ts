import { BroadcastUuid, RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = DeliveryStore["Service"]

const found = rowsOf(Schema.Struct({ uuid: RecipientUuid, broadcast: BroadcastUuid }))

/** Links a contact's deliveries to some addresses to another contact. Uses the contact index. */
export const giveBack =
  ({ dialect, run, sql, table }: Db): Store["giveBack"] =>
  (workspace, { addresses, from, to }) => {
    const isTo = sql.or(
      addresses.flatMap((address) => [
        dialect.compare("address", "=", address, "broadcast_recipients"),
        sql`(address IS NULL AND ${dialect.compare("identifier", "=", address, "broadcast_recipients")})`
      ])
    )
    return run(
      dialect.runUnprepared(sql`
        UPDATE ${table("broadcast_recipients")} SET contact_uuid = ${to}
        WHERE workspace_uuid = ${workspace} AND contact_uuid = ${from} AND ${isTo}`)
    )
  }

/** Returns the deliveries of contacts to be merged that share a broadcast, in one statement. */
export const sharedBroadcasts =
  (db: Db): Store["sharedBroadcasts"] =>
  (workspace, contacts) => {
    const { dialect, sql, table } = db
    const given = columnTable(dialect, "wanted", "uuid", contacts)
    const statement = sql`
      WITH RECURSIVE persons (contact) AS (
        SELECT wanted FROM ${given}
        UNION
        SELECT merge.from_uuid FROM persons JOIN ${table("contact_merges")} AS merge
          ON merge.workspace_uuid = ${workspace} AND merge.into_uuid = persons.contact
      ), own AS MATERIALIZED (
        SELECT uuid, broadcast_uuid, status FROM ${table("broadcast_recipients")}
        WHERE workspace_uuid = ${workspace} AND contact_uuid IN (SELECT contact FROM persons)
      )
      SELECT uuid, broadcast_uuid AS broadcast FROM own
      WHERE broadcast_uuid IN (
        SELECT broadcast_uuid FROM own GROUP BY broadcast_uuid
        HAVING count(*) > 1 AND sum(CASE WHEN status IN ('pending', 'claimed') THEN 1 ELSE 0 END) > 0
      )`
    return Effect.map(found(db)(dialect.runUnprepared(statement)), (rows) =>
      rows.map(({ broadcast, uuid }) => ({ ref: { workspace, broadcast }, uuid }))
    )
  }
