import type { ContactImport } from "@rollcall/core"
import type { ImportRow } from "@rollcall/core/people"
import type { ContactImportStore } from "@rollcall/core/storage"
import { Effect, Stream } from "effect"
import type { Db } from "../database/Database.ts"
import { insertDue } from "../shared/DueRows.ts"
import { contactImportRecord } from "./ContactImportRow.ts"
import { newRowColumns, newRowRecord } from "./ImportedRow.ts"

/** Maximum characters of rows encoded and stored at a time, a few milliseconds of work. */
const maxSlice = 256 * 1024

/**
 * Stores an import and its rows in one transaction. The rows take one statement, or several for large rows, between which
 * other fibers run.
 */
export const insertImport =
  (db: Db): ContactImportStore["Service"]["insert"] =>
  (contactImport, rows) =>
    db.transaction(
      Effect.andThen(
        insertDue(db, "contact_imports", contactImportRecord(contactImport)),
        insertRows(db, contactImport, rows)
      )
    )

const insertRows = (db: Db, contactImport: ContactImport, rows: ReadonlyArray<ImportRow>) =>
  Stream.fromIterable(slicesOf(rows), { chunkSize: 1 }).pipe(
    Stream.runForEach((slice) => Effect.andThen(insertSlice(db, contactImport, slice), Effect.yieldNow))
  )

type RowRecord = ReturnType<typeof newRowRecord>

const insertSlice = (db: Db, { uuid, workspaceUuid }: ContactImport, slice: ReadonlyArray<RowRecord>) => {
  const { dialect, run, sql, table } = db
  const given = dialect.valuesTable("given", newRowColumns, slice)
  return run(sql`
    INSERT INTO ${table("contact_import_rows")} (workspace_uuid, import_uuid, row_index, content)
    SELECT ${workspaceUuid}, ${uuid}, row_index, content FROM ${given}`)
}

/** Yields the encoded rows in slices, each encoded on demand. */
const slicesOf = function* (rows: ReadonlyArray<ImportRow>): Generator<ReadonlyArray<RowRecord>> {
  let slice: Array<RowRecord> = []
  let characters = 0
  for (const [index, row] of rows.entries()) {
    const record = newRowRecord(row, index)
    slice.push(record)
    characters += record.content.length
    if (characters >= maxSlice) {
      yield slice
      slice = []
      characters = 0
    }
  }
  if (slice.length > 0) yield slice
}
