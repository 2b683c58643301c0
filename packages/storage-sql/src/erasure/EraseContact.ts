import { Contact } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { ErasedCounts } from "@rollcall/core/people"
import { type ContactStore, identifierFields } from "@rollcall/core/storage"
import { Effect, Option, Schema, Struct } from "effect"
import { writeCounted } from "../counts/CountedWrites.ts"
import { deleteValuesOf } from "../custom-fields/WriteValues.ts"
import { removeMemberships } from "../lists/Memberships.ts"
import type { Db } from "../database/Database.ts"
import { firstOf, namedColumns, oneOf } from "../database/Rows.ts"

const identifiers = Struct.pick(Contact.fields, identifierFields)
const columns = snakeKeys(Struct.keys(identifiers))
const erased = firstOf(Schema.Struct(identifiers).pipe(namedColumns(columns)))

const counted = oneOf(ErasedCounts.pipe(namedColumns(snakeKeys(Struct.keys(ErasedCounts.fields)))))

/**
 * Deletes a contact. Its custom values and memberships are deleted first, because they are counted; foreign keys delete its
 * notes and former addresses.
 */
export const eraseContact = (db: Db): ContactStore["Service"]["erase"] => {
  const { dialect, inTransaction, mapErrors, sql, table } = db
  return (workspace, uuid) => {
    const lock = mapErrors(sql`
      SELECT uuid FROM ${table("contacts")}
      WHERE workspace_uuid = ${workspace} AND uuid = ${uuid} ${dialect.lockRows("update")}`)
    const removeCounted = Effect.andThen(
      mapErrors(removeMemberships(db, workspace, uuid)),
      deleteValuesOf(db, workspace, uuid)
    )
    const heldIn = (name: "contact_notes" | "contact_values" | "contact_list_members") =>
      sql`FROM ${table(name)} AS held WHERE held.workspace_uuid = ${workspace} AND held.contact_uuid = ${uuid}`
    const count = counted(db)(sql`
      SELECT (SELECT count(*) ${heldIn("contact_notes")}) AS notes,
        (SELECT count(DISTINCT field_uuid) ${heldIn("contact_values")}) AS custom_fields,
        (SELECT count(*) ${heldIn("contact_list_members")}) AS contact_lists`)
    const remove = erased(db)(
      writeCounted(db, {
        write: sql`DELETE FROM ${table("contacts")} WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`,
        returns: Object.fromEntries(Object.values(columns).map((column) => [column, column])),
        counting: {
          returns: { workspace_uuid: "workspace_uuid" },
          changes: [
            {
              table: "contact_counts",
              changes: sql.literal("SELECT workspace_uuid, -1 AS contacts FROM written"),
              of: sql`workspace_uuid = ${workspace}`
            }
          ]
        }
      })
    )
    return inTransaction(
      Effect.zipWith(Effect.andThen(lock, count), Effect.andThen(removeCounted, remove), (counts, found) =>
        Option.map(found, (identifiers) => ({ identifiers, counts }))
      )
    )
  }
}
