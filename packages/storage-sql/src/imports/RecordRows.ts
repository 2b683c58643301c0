import { type ContactImportStore, isImportOver } from "@rollcall/core/storage"
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
          SET outcome = given.outcome, contact_uuid = given.contact_uuid, issues = given.issues FROM ${given}
          WHERE ${rowsOfImport(db, ref)} AND contact_import_rows.row_index = given.row_index`)
        const now = yield* dialect.now
        const isOver = isImportOver(contactImport)
        const dueAt = isOver ? sql`NULL` : sql`${now} + ${Duration.toMillis(nextCheckAfter)}`
        const overAt = isOver ? now : sql`NULL`
        const record = contactImportRecord(contactImport)
        yield* mapErrors(sql`
          UPDATE ${table("contact_imports")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}, due_at = ${dueAt}, over_at = ${overAt}
          WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
      })
    )
}
