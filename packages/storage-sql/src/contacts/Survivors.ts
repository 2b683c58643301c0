import { ContactUuid } from "@rollcall/core"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

const known = rowsOf(Schema.Struct({ uuid: ContactUuid, survivor: ContactUuid }))

/** Follows merges from each uuid to the remaining contact. One statement, so that everything comes from one snapshot. */
export const survivors =
  (db: Db): ContactStore["Service"]["survivors"] =>
  (workspace, uuids) => {
    if (uuids.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = columnTable(dialect, "wanted", "uuid", uuids)
    const statement = sql`
      WITH RECURSIVE named (asked, uuid) AS (
        SELECT wanted, wanted FROM ${given}
        UNION ALL
        SELECT named.asked, merge.into_uuid FROM named JOIN ${table("contact_merges")} AS merge
          ON merge.workspace_uuid = ${workspace} AND merge.from_uuid = named.uuid
      )
      SELECT named.asked AS uuid, contacts.uuid AS survivor FROM named JOIN ${table("contacts")} AS contacts
        ON contacts.workspace_uuid = ${workspace} AND contacts.uuid = named.uuid`
    return known(db)(dialect.runUnprepared(statement))
  }
