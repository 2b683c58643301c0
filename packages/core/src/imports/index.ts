/** Imports of contacts, row by row. */
export {
  ContactImport,
  ImportRow,
  type ImportRowReceipt,
  ImportStatus,
  MatchField,
  MatchIdentifier,
  MergeType,
  RowCounts,
  RowOutcome,
  RowResult,
  appliedRows,
  noRows
} from "./ContactImport.ts"
export {
  ContactImportNotFound,
  ContactImports,
  type ImportPreview,
  ImportRequest,
  ImportRowsRemoved,
  RowFilter,
  importIssues
} from "./ContactImports.ts"
export { advance } from "./ImportProgress.ts"
export { ImportSettings } from "./ImportSettings.ts"
export { layerImportWorker, runImport } from "./ImportWorker.ts"
export { RowOfAnyShape, refusedRow, rowBounds } from "./ReadRow.ts"
export { mentions } from "./RowMentions.ts"
