import type { ContactImport } from "@rollcall/core"
import type { ImportRow } from "@rollcall/core/people"
import type { ContactImportStore } from "@rollcall/core/storage"
import { Effect, Stream } from "effect"
import type { Db } from "../database/Database.ts"
import { contactImportColumns, contactImportRecord } from "./ContactImportRow.ts"
import { newRowColumns, newRowRecord } from "./ImportedRow.ts"

/** Maximum characters of rows encoded and stored at a time, a few milliseconds of work. */
const maxSlice = 256 * 1024

/**
 * Stores an import and its rows in one transaction, with one statement for its head and one for all rows. Many large rows
 * are split into slices; other fibers run between two slices.
 */
export const insertImport =
  (db: Db): ContactImportStore["Service"]["insert"] =>
  (contactImport, rows) =>
    db.transaction(Effect.andThen(insertHead(db, contactImport), insertRows(db, contactImport, rows)))

const insertHead = Effect.fnUntraced(function* (db: Db, contactImport: ContactImport) {
  const { dialect, mapErrors, sql, table } = db
  const record = contactImportRecord(contactImport)
  const now = yield* dialect.now
  yield* mapErrors(sql`
    INSERT INTO ${table("contact_imports")} (${sql.csv(contactImportColumns)}, due_at)
    VALUES (${sql.csv(contactImportColumns.map((column) => sql`${record[column]}`))}, ${now})`)
})

const insertRows = (db: Db, contactImport: ContactImport, rows: ReadonlyArray<ImportRow>) =>
  Stream.fromIterable(slicesOf(rows), { chunkSize: 1 }).pipe(
    Stream.runForEach((slice) => Effect.andThen(insertSlice(db, contactImport, slice), Effect.yieldNow))
  )

type RowRecord = ReturnType<typeof newRowRecord>

const insertSlice = (db: Db, { uuid, workspaceUuid }: ContactImport, slice: ReadonlyArray<RowRecord>) => {
  const { dialect, mapErrors, sql, table } = db
  const given = dialect.valuesTable("given", newRowColumns, slice)
  return mapErrors(sql`
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
