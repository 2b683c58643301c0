import { failedColumns, failedLine } from "../rows/FailedLine.ts"
import { forSpreadsheet, unprotected } from "../values/SpreadsheetText.ts"
import type { RowFailure } from "./FinishedBatch.ts"

/**
 * A writer for failed rows: as they are in the file, with their numbers and reasons, so that people can correct and import
 * them again.
 */
interface FailedRowsText {
  /** The header line; empty for JSON Lines. */
  readonly header: string
  readonly line: (failure: RowFailure) => string
}

/**
 * Returns a writer for failed rows of a file with these columns. With `spreadsheet`, cells are protected from being read as
 * formulas and lines end with CRLF. An import removes the protection.
 */
export const failedRowsText = (
  columns: ReadonlyArray<string>,
  { delimiter, spreadsheet }: { readonly delimiter: string; readonly spreadsheet: boolean }
): FailedRowsText => {
  const isKept = columns.map((column) => !failedColumns.some((own) => own === column))
  const keptOf = (cells: ReadonlyArray<string>) => isKept.flatMap((keep, at) => (keep ? [cells[at] ?? ""] : []))
  const quoted = (cell: string): string =>
    cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lineOf = (cells: ReadonlyArray<string>) =>
    `${cells.map((cell) => quoted(spreadsheet ? forSpreadsheet(unprotected(cell)) : cell)).join(delimiter)}${spreadsheet ? "\r\n" : "\n"}`
  return {
    header: lineOf([...keptOf(columns), ...failedColumns]),
    line: ({ error, row: { number, original } }) =>
      original._tag === "Line"
        ? `${failedLine(original.text, number, error)}\n`
        : lineOf([...keptOf(original.cells), String(number), error, ...original.cells.slice(columns.length)])
  }
}
