import { ContactImportStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { claimDue, shortenChecks } from "./DueImports.ts"
import { eraseRows, eraseRowsOf, unresolvedRows } from "./EraseRows.ts"
import { insertImport } from "./InsertImport.ts"
import { countParts, pruneParts } from "../shared/PruneParts.ts"
import { find, list, lock, nextRows, rows, rowsBefore, rowsToUndo } from "./ReadImports.ts"
import { record, recordUndo } from "./RecordRows.ts"

const partsOfImport = {
  table: "contact_imports",
  parts: "contact_import_rows",
  of: "import_uuid",
  place: "row_index"
} as const

/** The {@link ContactImportStore} port over the tables `contact_imports` and `contact_import_rows`. */
export const layer = Layer.effect(
  ContactImportStore,
  Effect.map(Database, (db) =>
    ContactImportStore.of({
      insert: insertImport(db),
      find: find(db),
      list: list(db),
      rows: rows(db),
      rowsBefore: rowsBefore(db),
      lock: lock(db),
      nextRows: nextRows(db),
      record: record(db),
      rowsToUndo: rowsToUndo(db),
      recordUndo: recordUndo(db),
      eraseRowsOf: eraseRowsOf(db),
      eraseRows: eraseRows(db),
      unresolvedRows: unresolvedRows(db),
      claimDue: claimDue(db),
      shortenChecks: shortenChecks(db),
      pruneRows: pruneParts(db, partsOfImport),
      prunableRows: countParts(db, partsOfImport)
    })
  )
)
