import type { ContactImport } from "@rollcall/core"
import type { ContactImportStore, ImportRow } from "@rollcall/core/storage"
import { Effect } from "effect"
import type { Db } from "../shared/Database.ts"
import { contactImportColumns, contactImportRecord } from "./ContactImportRow.ts"
import { newRowColumns, newRowRecord } from "./ImportedRow.ts"

/** Stores an import and its rows in one transaction, with one statement for each table. */
export const insertImport = (db: Db): ContactImportStore["Service"]["insert"] =>
  Effect.fn("ContactImportStore.insert")((contactImport, rows) =>
    db.transaction(Effect.andThen(insertHead(db, contactImport), insertRows(db, contactImport, rows)))
  )

const insertHead = Effect.fnUntraced(function* (db: Db, contactImport: ContactImport) {
  const { dialect, mapErrors, sql, table } = db
  const record = contactImportRecord(contactImport)
  const now = yield* dialect.now
  yield* mapErrors(sql`
    INSERT INTO ${table("contact_imports")} (${sql.csv(contactImportColumns)}, due_at)
    VALUES (${sql.csv(contactImportColumns.map((column) => sql`${record[column]}`))}, ${now})`)
})

const insertRows = (db: Db, { uuid, workspaceUuid }: ContactImport, rows: ReadonlyArray<ImportRow>) => {
  const { dialect, mapErrors, sql, table } = db
  const given = dialect.valuesTable("given", newRowColumns, rows.map(newRowRecord))
  return Effect.asVoid(
    mapErrors(sql`
      INSERT INTO ${table("contact_import_rows")} (workspace_uuid, import_uuid, row_index, content)
      SELECT ${workspaceUuid}, ${uuid}, row_index, content FROM ${given}`)
  )
}
