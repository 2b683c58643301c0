import { type ContactImportStore, isImportOver } from "@rollcall/core/storage"
import type { ContactImport } from "@rollcall/core"
import { Duration, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { replaceRow } from "../database/Rows.ts"
import { contactImportRecord } from "./ContactImportRow.ts"
import { resultColumns, resultRecord } from "./ImportedRow.ts"
import { rowsOfImport } from "./ReadImports.ts"

/** Writes all outcomes and then the import, in one transaction. An import that is over is never due. */
export const record = (db: Db): ContactImportStore["Service"]["record"] => {
  const { dialect, run, sql, table } = db
  return (contactImport, results, nextCheckAfter) =>
    db.transaction(
      Effect.gen(function* () {
        const ref = { workspace: contactImport.workspaceUuid, contactImport: contactImport.uuid }
        const given = dialect.valuesTable("given", resultColumns, results.map(resultRecord))
        yield* run(sql`
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

const replaceHead = (db: Db, contactImport: ContactImport, more?: Statement.Fragment) =>
  replaceRow(db, "contact_imports", contactImportRecord(contactImport), more)

/** Writes the results of undone rows, detaches rows from removed contacts, and writes the import, in one transaction. */
export const recordUndo = (db: Db): ContactImportStore["Service"]["recordUndo"] => {
  const { dialect, run, sql, table } = db
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
        if (rows.length > 0) yield* run(record)
        if (gone.length > 0) yield* run(detach)
        yield* replaceHead(db, contactImport)
      })
    )
  }
}
