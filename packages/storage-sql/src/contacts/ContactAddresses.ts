import { ContactUuid } from "@rollcall/core"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = ContactStore["Service"]

const former = rowsOf(Schema.Struct({ address: Schema.String }))
const holding = rowsOf(Schema.Struct({ address: Schema.String, contact: ContactUuid }))

/** Returns the addresses that a contact had, which are kept when they change. */
export const formerAddresses =
  (db: Db): Store["formerAddresses"] =>
  (workspace, uuid) =>
    Effect.map(
      former(
        db,
        db.sql`
          SELECT address FROM ${db.table("former_addresses")}
          WHERE workspace_uuid = ${workspace} AND contact_uuid = ${uuid}`
      ),
      (rows) => rows.map(({ address }) => address)
    )

const formerOf = rowsOf(Schema.Struct({ address: Schema.String, former: Schema.String }))

/**
 * Returns the former addresses of the contacts that have addresses, by an index for each of the two columns. Nothing else
 * is read where the workspace has no former addresses.
 */
export const formerAddressesOf =
  (db: Db): Store["formerAddressesOf"] =>
  (workspace, addresses) => {
    if (addresses.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { address: "text" },
      addresses.map((address) => ({ address }))
    )
    const having = (column: string) => sql`
      SELECT given.address AS address, former.address AS former
      FROM ${given}
      JOIN ${table("contacts")} AS contacts
        ON contacts.workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`given.address`, "contacts")}
      JOIN ${table("former_addresses")} AS former
        ON former.workspace_uuid = ${workspace} AND former.contact_uuid = contacts.uuid
      WHERE EXISTS (SELECT 1 FROM ${table("former_addresses")} WHERE workspace_uuid = ${workspace})`
    return formerOf(db, dialect.runUnprepared(sql`${having("chatapp_id_key")} UNION ${having("phone_number_key")}`))
  }

/** Returns the contacts that have addresses, by an index for each of the two columns. */
export const addressHolders =
  (db: Db): Store["holders"] =>
  (workspace, addresses) => {
    if (addresses.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { address: "text" },
      addresses.map((address) => ({ address }))
    )
    const having = (column: string) => sql`
      SELECT given.address AS address, uuid AS contact FROM ${given} JOIN ${table("contacts")}
        ON workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`given.address`, "contacts")}`
    const all = sql`${having("chatapp_id_key")} UNION ${having("phone_number_key")} ORDER BY contact, address`
    return holding(db, dialect.runUnprepared(all))
  }
