import { type ContactImportStore, isImportOver } from "@rollcall/core/storage"
import type { ContactImport } from "@rollcall/core"
import { Duration, Effect } from "effect"
import type { Db } from "../database/Database.ts"
import { contactImportRecord } from "./ContactImportRow.ts"
import { resultColumns, resultRecord } from "./ImportedRow.ts"
import { rowsOfImport } from "./ReadImports.ts"

/**
 * Writes all outcomes with one statement and the import with another, in a transaction. An import that is over has no
 * due time.
 */
export const record = (db: Db): ContactImportStore["Service"]["record"] => {
  const { dialect, mapErrors, sql, table } = db
  return (contactImport, results, nextCheckAfter) =>
    db.transaction(
      Effect.gen(function* () {
        const ref = { workspace: contactImport.workspaceUuid, contactImport: contactImport.uuid }
        const given = dialect.valuesTable(
          "given",
          resultColumns,
          results.map((result) => resultRecord(result))
        )
        yield* mapErrors(sql`
          UPDATE ${table("contact_import_rows")}
          SET outcome = given.outcome, contact_uuid = given.contact_uuid, issues = given.issues, changes = given.changes
          FROM ${given}
          WHERE ${rowsOfImport(db, ref)} AND contact_import_rows.row_index = given.row_index`)
        const now = yield* dialect.now
        const isOver = isImportOver(contactImport)
        const dueAt = isOver ? sql`NULL` : sql`${now} + ${Duration.toMillis(nextCheckAfter)}`
        const overAt = isOver ? now : sql`NULL`
        yield* replaceHead(db, contactImport, sql`, due_at = ${dueAt}, over_at = ${overAt}`)
      })
    )
}

const replaceHead = ({ mapErrors, sql, table }: Db, contactImport: ContactImport, more = sql``) => {
  const record = contactImportRecord(contactImport)
  return mapErrors(sql`
    UPDATE ${table("contact_imports")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}${more}
    WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
}

/** Writes what was left of rows with one statement, detaches rows from contacts with another, and writes the import. */
export const recordUndo = (db: Db): ContactImportStore["Service"]["recordUndo"] => {
  const { dialect, mapErrors, sql, table } = db
  return (contactImport, undone, gone) => {
    const ref = { workspace: contactImport.workspaceUuid, contactImport: contactImport.uuid }
    const rows = undone.map(({ index, issues }) => ({ row_index: index, undo: JSON.stringify(issues) }))
    const given = dialect.valuesTable("given", { row_index: "integer", undo: "text" }, rows)
    const record = sql`
      UPDATE ${table("contact_import_rows")} SET undo = given.undo, changes = NULL FROM ${given}
      WHERE ${rowsOfImport(db, ref)} AND contact_import_rows.row_index = given.row_index`
    const detach = sql`
      UPDATE ${table("contact_import_rows")} SET contact_uuid = NULL, changes = NULL
      WHERE workspace_uuid = ${ref.workspace} AND ${sql.in("contact_uuid", gone)}`
    return db.transaction(
      Effect.gen(function* () {
        if (rows.length > 0) yield* mapErrors(record)
        if (gone.length > 0) yield* mapErrors(detach)
        yield* replaceHead(db, contactImport)
      })
    )
  }
}
