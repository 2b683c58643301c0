import { ContactUuid } from "@rollcall/core"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = ContactStore["Service"]

const holding = rowsOf(Schema.Struct({ address: Schema.String, contact: ContactUuid }))

/** Returns the former addresses of contacts. */
export const formerAddresses =
  (db: Db): Store["formerAddresses"] =>
  (workspace, uuids) =>
    uuids.length === 0
      ? Effect.succeed([])
      : holding(db)(db.sql`
        SELECT contact_uuid AS contact, address FROM ${db.table("former_addresses")}
        WHERE workspace_uuid = ${workspace} AND ${db.sql.in("contact_uuid", uuids)}`)

const relatedOf = rowsOf(
  Schema.Struct({ address: Schema.String, related: Schema.String, is_former: Schema.BooleanFromBit })
)

/**
 * Returns the other and former addresses of the contacts with the given addresses. Uses one index per address column.
 * Former addresses are read only if the workspace has any.
 */
export const relatedAddressesOf =
  (db: Db): Store["relatedAddressesOf"] =>
  (workspace, addresses) => {
    if (addresses.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = columnTable(dialect, "address", "text", addresses)
    const holding = (column: string) => sql`
      FROM ${given}
      JOIN ${table("contacts")} AS contacts
        ON contacts.workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`given.address`, "contacts")}`
    const former = (column: string) => sql`
      SELECT given.address AS address, former.address AS related, 1 AS is_former ${holding(column)}
      JOIN ${table("former_addresses")} AS former
        ON former.workspace_uuid = ${workspace} AND former.contact_uuid = contacts.uuid
      WHERE EXISTS (SELECT 1 FROM ${table("former_addresses")} WHERE workspace_uuid = ${workspace})`
    const other = (column: string, otherColumn: string) => sql`
      SELECT given.address AS address, contacts.${sql(otherColumn)} AS related, 0 AS is_former ${holding(column)}
      WHERE contacts.${sql(otherColumn)} <> given.address`
    const all = sql`
      ${former("chatapp_id_key")} UNION ${former("phone_number_key")}
      UNION ${other("chatapp_id_key", "phone_number_key")} UNION ${other("phone_number_key", "chatapp_id_key")}`
    return Effect.map(relatedOf(db)(dialect.runUnprepared(all)), (rows) =>
      rows.map(({ address, is_former: isFormer, related }) => ({ address, related, isFormer }))
    )
  }

/** Returns the contacts with the given addresses. Uses one index per address column. */
export const addressHolders =
  (db: Db): Store["holders"] =>
  (workspace, addresses) => {
    if (addresses.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = columnTable(dialect, "address", "text", addresses)
    const having = (column: string) => sql`
      SELECT given.address AS address, uuid AS contact FROM ${given} JOIN ${table("contacts")}
        ON workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`given.address`, "contacts")}`
    const all = sql`${having("chatapp_id_key")} UNION ${having("phone_number_key")} ORDER BY contact, address`
    return holding(db)(dialect.runUnprepared(all))
  }
