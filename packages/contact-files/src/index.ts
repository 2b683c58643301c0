/** Reads files of contacts: CSV, workbooks and JSON, in Node and in browsers. */
export {
  type ColumnMap,
  type ColumnTarget,
  mapProposal,
  type MapRule,
  nameOf,
  proposedTargets,
  readMap,
  readValueMap
} from "./csv/ColumnMap.ts"
export { csvColumns, type CsvOptions, type CsvPart, csvRows } from "./csv/CsvRows.ts"
export { decodingOf } from "./file/Encoding.ts"
export { type FileLook, headSize, lookAt, withHead } from "./file/FileHead.ts"
export { FileRefused, type Reading } from "./file/FileRefused.ts"
export type { InputFile } from "./file/InputFile.ts"
export { jsonColumns } from "./json/JsonColumns.ts"
export { type JsonPart, jsonRows } from "./json/JsonRows.ts"
export type { LenientCheck } from "./rows/BadValues.ts"
export { EarlierRows } from "./outcomes/EarlierRows.ts"
export { FieldWords } from "./rows/FieldWords.ts"
export { contactFields, hasOptOutKey, type KnownField, optOutColumn } from "./rows/FileFields.ts"
export { isNamed, listText } from "./values/ListNames.ts"
export { type ImportedFile, importedFiles } from "./outcomes/ImportedFiles.ts"
export { failedLines, ImportFindings, type ReportLine } from "./outcomes/ImportFindings.ts"
export type { Cause } from "./outcomes/Causes.ts"
export type { MergedRows } from "./outcomes/Merges.ts"
export {
  noOutcome,
  outcomeOf,
  type RequestOutcome,
  type RowAnswer,
  answersIn,
  unmatchedOutcome,
  type RowTotals
} from "./outcomes/RowAnswers.ts"
export { type MatchCheck, matchSentence, MatchValues } from "./rows/MatchValues.ts"
export { sentRow } from "./rows/RowBody.ts"
export { checkRow, type RowChecks, type ToInternational } from "./rows/RowCheck.ts"
export type { CheckedRow, RowFields, SourceRow } from "./rows/SourceRow.ts"
export { type Batch, BatchCutter, bodiesOf, numbersOf } from "./rows/Batches.ts"
export { failedRowsText } from "./outcomes/FailedRows.ts"
export { type Doubt, type FinishedBatch, finishedBatch, type RowFailure } from "./outcomes/FinishedBatch.ts"
export { type BatchStart, type ImportProgress, ImportRun } from "./run/ImportRun.ts"
export { openWorkbook } from "./workbook/OpenWorkbook.ts"
export type { Workbook } from "./workbook/Workbook.ts"
export { withLists } from "./values/RowLists.ts"
export type { CellFormat } from "./values/CellValue.ts"
export { UnknownOptions } from "./rows/UnknownOptions.ts"
export { readDateFormat } from "./values/Dates.ts"
export { type FileLocale, readLocale } from "./values/FileLocale.ts"
export { forImport, forSpreadsheet } from "./values/SpreadsheetText.ts"
export { nameKey, optionText, readOptions } from "./values/Options.ts"
export { isAddress, readEmail, readId, readNumber, valuesIn } from "@rollcall/core/people"
