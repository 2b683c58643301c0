import { ContactImportUuid, WorkspaceUuid } from "@rollcall/core"
import { ContactImportStore } from "@rollcall/core/storage"
import { Schema } from "effect"
import { storeLayer } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { eraseRows, eraseRowsOf, unresolvedRows } from "./EraseRows.ts"
import { insertImport } from "./InsertImport.ts"
import { claimFirst, shortenWaits } from "../shared/DueRows.ts"
import { countParts, pruneParts } from "../shared/PruneParts.ts"
import { find, list, lock, nextRows, rows, rowsBefore, rowsToUndo } from "./ReadImports.ts"
import { record, recordUndo } from "./RecordRows.ts"

const refs = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, contactImport: ContactImportUuid }))

const partsOfImport = {
  table: "contact_imports",
  parts: "contact_import_rows",
  of: "import_uuid",
  place: "row_index"
} as const

/** The {@link ContactImportStore} port over the tables `contact_imports` and `contact_import_rows`. */
export const layer = storeLayer(ContactImportStore, (db) => ({
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
  claimDue: ({ limit, nextCheckAfter }) =>
    claimFirst(db, refs, { from: "contact_imports", key: "uuid", as: "contactImport" }, limit, nextCheckAfter),
  shortenChecks: shortenWaits(db, { from: "contact_imports" }),
  pruneRows: pruneParts(db, partsOfImport),
  prunableRows: countParts(db, partsOfImport)
}))
