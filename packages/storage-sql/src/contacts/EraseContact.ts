import { Contact } from "@rollcall/core"
import { type ContactStore, identifierFields, snakeKeys } from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import type { Db } from "../shared/Database.ts"
import { firstOf, namedColumns } from "../shared/Rows.ts"

const identifiers = Struct.pick(Contact.fields, identifierFields)
const columns = snakeKeys(Struct.keys(identifiers))
const erased = firstOf(Schema.Struct(identifiers).pipe(namedColumns(columns)))

/** Deletes a contact. Its custom values, memberships, notes and former addresses are deleted by their foreign keys. */
export const eraseContact =
  (db: Db): ContactStore["Service"]["erase"] =>
  (workspace, uuid) =>
    erased(
      db,
      db.sql`
        DELETE FROM ${db.table("contacts")} WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}
        RETURNING ${db.sql.csv(Object.values(columns))}`
    )
