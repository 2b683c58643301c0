import type { ContactImportStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { erasedContent, RowWithPlace } from "./ImportedRow.ts"

type Store = ContactImportStore["Service"]

const erased = rowsOf(Schema.Struct({ row_index: Schema.Natural }))
const placed = rowsOf(RowWithPlace)

/** Erases the rows at the places that a SELECT returns. */
const eraseSelected = (db: Db, workspace: string, places: Statement.Fragment) =>
  erased(db)(db.sql`
    UPDATE ${db.table("contact_import_rows")}
    SET content = ${erasedContent}, contact_uuid = NULL, issues = '[]', changes = NULL, erased = 1
    WHERE workspace_uuid = ${workspace} AND (import_uuid, row_index) IN (${places})
    RETURNING row_index`)

/** Erases rows that resolved to any of the contacts. An index finds them. */
export const eraseRowsOf =
  (db: Db): Store["eraseRowsOf"] =>
  (workspace, contacts, limit) => {
    const places = db.sql`
      SELECT import_uuid, row_index FROM ${db.table("contact_import_rows")}
      WHERE workspace_uuid = ${workspace} AND ${db.sql.in("contact_uuid", contacts)} LIMIT ${limit}`
    return Effect.map(eraseSelected(db, workspace, places), ({ length }) => length)
  }

/** Erases rows by their places. */
export const eraseRows =
  (db: Db): Store["eraseRows"] =>
  (workspace, places) => {
    if (places.length === 0) return Effect.void
    const given = db.dialect.valuesTable(
      "given",
      { contact_import: "uuid", place: "integer" },
      places.map(({ contactImport, index }) => ({ contact_import: contactImport, place: index }))
    )
    return Effect.asVoid(eraseSelected(db, workspace, db.sql`SELECT contact_import, place FROM ${given}`))
  }

/** Returns rows that resolved to no contact, in the order of their index. */
export const unresolvedRows = (db: Db): Store["unresolvedRows"] => {
  const { sql, table } = db
  return (workspace, after, limit) => {
    const isNext = after === null ? sql`TRUE` : sql`(import_uuid, row_index) > (${after.contactImport}, ${after.index})`
    return placed(db)(sql`
      SELECT import_uuid, row_index, content FROM ${table("contact_import_rows")}
      WHERE workspace_uuid = ${workspace} AND outcome IS NOT NULL AND contact_uuid IS NULL AND erased = 0 AND ${isNext}
      ORDER BY import_uuid, row_index LIMIT ${limit}`)
  }
}
