import { Contact } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/shared"
import { ErasedCounts } from "@rollcall/core/contacts"
import { type ContactStore, identifierFields } from "@rollcall/core/storage"
import { Effect, Option, Schema, Struct } from "effect"
import type { Db } from "../database/Database.ts"
import { firstOf, namedColumns, oneOf } from "../database/Rows.ts"

const identifiers = Struct.pick(Contact.fields, identifierFields)
const columns = snakeKeys(Struct.keys(identifiers))
const erased = firstOf(Schema.Struct(identifiers).pipe(namedColumns(columns)))

const counted = oneOf(ErasedCounts.pipe(namedColumns(snakeKeys(Struct.keys(ErasedCounts.fields)))))

/** Deletes a contact. Its custom values, memberships, notes and former addresses are deleted by their foreign keys. */
export const eraseContact = (db: Db): ContactStore["Service"]["erase"] => {
  const { inTransaction, sql, table } = db
  return (workspace, uuid) => {
    const heldIn = (name: "contact_notes" | "contact_values" | "contact_list_members") =>
      sql`FROM ${table(name)} AS held WHERE held.workspace_uuid = ${workspace} AND held.contact_uuid = ${uuid}`
    const count = counted(
      db,
      sql`
        SELECT (SELECT count(*) ${heldIn("contact_notes")}) AS notes,
          (SELECT count(DISTINCT field_uuid) ${heldIn("contact_values")}) AS custom_fields,
          (SELECT count(*) ${heldIn("contact_list_members")}) AS contact_lists`
    )
    const remove = erased(
      db,
      sql`
        DELETE FROM ${table("contacts")} WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}
        RETURNING ${sql.csv(Object.values(columns))}`
    )
    return inTransaction(
      Effect.zipWith(count, remove, (counts, found) => Option.map(found, (identifiers) => ({ identifiers, counts })))
    )
  }
}
