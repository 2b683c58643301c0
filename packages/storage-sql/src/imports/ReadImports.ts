import { charactersAtOnce, type ContactImportStore, type ImportRef } from "@rollcall/core/storage"
import { ActorUuid, ContactImportUuid } from "@rollcall/core"
import { RowOutcome } from "@rollcall/core/people"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { pageOf } from "../shared/Pages.ts"
import { newest } from "../shared/Places.ts"
import { firstOf, namedColumns, rowsOf } from "../database/Rows.ts"
import { contactImportColumns, ContactImportRow } from "./ContactImportRow.ts"
import { receiptOf, RowToApply, RowWithOutcome, UndoableRow } from "./ImportedRow.ts"

type Store = ContactImportStore["Service"]

const contactImport = firstOf(ContactImportRow)
const rowsToApply = rowsOf(RowToApply)
const rowPage = pageOf(RowWithOutcome)
const importPage = pageOf(ContactImportRow)
const undoable = rowsOf(UndoableRow)

const select = ({ sql, table }: Db, ref: ImportRef) => sql`
  SELECT ${sql.csv(contactImportColumns)} FROM ${table("contact_imports")}
  WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.contactImport}`

/** Returns an import. */
export const find =
  (db: Db): Store["find"] =>
  (ref) =>
    contactImport(db)(select(db, ref))

/** Lists the imports of a workspace, newest first. */
export const list = (db: Db): Store["list"] => {
  const { sql } = db
  return (workspace, { fileUuid }, page) =>
    importPage(db, {
      columns: sql.csv(contactImportColumns),
      from: "contact_imports",
      where: sql`workspace_uuid = ${workspace}${fileUuid === null ? sql`` : sql` AND file_uuid = ${fileUuid}`}`,
      order: { keys: [sql`created_at`], nullable: false },
      direction: "desc",
      page
    })
}

/** Locks an import and returns it; none if another transaction has locked it. */
export const lock =
  (db: Db): Store["lock"] =>
  (ref) =>
    contactImport(db)(db.sql`${select(db, ref)} ${db.dialect.lockRows("update", { skipLocked: true })}`)

/** Returns the condition on `contact_import_rows` for the rows of an import. */
export const rowsOfImport = ({ sql }: Db, ref: ImportRef) =>
  sql`workspace_uuid = ${ref.workspace} AND import_uuid = ${ref.contactImport}`

/** Returns the first rows without an outcome. The ORDER BY begins with the outcome, as the index does. */
export const nextRows =
  (db: Db): Store["nextRows"] =>
  (ref, limit) =>
    rowsToApply(db)(db.sql`
      SELECT row_index, content FROM (
        SELECT outcome, row_index, content,
          sum(length(content)) OVER (ORDER BY outcome, row_index) - length(content) AS characters
        FROM (
          SELECT outcome, row_index, content FROM ${db.table("contact_import_rows")}
          WHERE ${rowsOfImport(db, ref)} AND outcome IS NULL
          ORDER BY outcome, row_index LIMIT ${limit}
        ) AS first_ones
      ) AS sized
      WHERE characters < ${charactersAtOnce} ORDER BY outcome, row_index`)

/** Returns the last rows that changed something, in descending order of the import's row index. */
export const rowsToUndo =
  (db: Db): Store["rowsToUndo"] =>
  (ref, limit) =>
    undoable(db)(db.sql`
      SELECT row_index, content, outcome, contact_uuid, changes FROM ${db.table("contact_import_rows")}
      WHERE ${rowsOfImport(db, ref)} AND contact_uuid IS NOT NULL AND undo IS NULL
        AND (outcome IN ('created', 'updated') OR changes IS NOT NULL)
      ORDER BY row_index DESC LIMIT ${limit}`)

const rowsOfContact = rowsOf(
  Schema.Struct({
    contactImport: ContactImportUuid,
    index: Schema.Natural,
    outcome: RowOutcome,
    createdBy: ActorUuid,
    createdAt: Schema.DateTimeUtcFromMillis
  }).pipe(
    namedColumns({
      contactImport: "import_uuid",
      index: "row_index",
      createdBy: "created_by",
      createdAt: "created_at"
    })
  )
)

/** Returns the newest rows that resolved to a contact. An index finds all of them, until they are removed by their age. */
export const rowsBefore =
  (db: Db): Store["rowsBefore"] =>
  (workspace, contacts, { at, index, uuid }, limit) => {
    const { sql, table } = db
    return rowsOfContact(db)(sql`
      SELECT given.import_uuid AS import_uuid, row_index, outcome, created_by, created_at
      FROM ${table("contact_import_rows")} AS given
      JOIN ${table("contact_imports")} AS import
        ON import.workspace_uuid = ${workspace} AND import.uuid = given.import_uuid
      WHERE given.workspace_uuid = ${workspace} AND ${sql.in("contact_uuid", contacts)}
        AND (created_at, given.import_uuid, row_index) < (${DateTime.toEpochMillis(at)}, ${uuid}, ${index})
      ${newest(db, ["created_at", "given.import_uuid", "row_index"], limit)}`)
  }

/** Lists the rows of an import; all of them if `outcome` is null. */
export const rows = (db: Db): Store["rows"] => {
  const { sql } = db
  return (ref, outcome, page) =>
    Effect.map(
      rowPage(db, {
        columns: sql`row_index, content, outcome, contact_uuid, issues, undo, import_uuid AS uuid`,
        from: "contact_import_rows",
        where: outcome === null ? rowsOfImport(db, ref) : sql`${rowsOfImport(db, ref)} AND outcome = ${outcome}`,
        order: { keys: [sql`row_index`], nullable: false },
        direction: "asc",
        page
      }),
      ({ items, total }) => ({ items: items.map(receiptOf), total })
    )
}
