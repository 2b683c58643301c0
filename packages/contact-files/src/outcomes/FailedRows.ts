import { failedColumns, failedLine } from "../rows/FailedLine.ts"
import { forSpreadsheet } from "../values/Formulas.ts"
import type { RowFailure } from "./FinishedBatch.ts"

/**
 * Writes failed rows as they stand in a file, with their numbers and reasons, so that they can be corrected and imported
 * again.
 */
interface FailedRowsText {
  /** The line of the columns; empty for JSON lines. */
  readonly header: string
  readonly line: (failure: RowFailure) => string
}

/**
 * How failed rows of a file with these columns are written. `spreadsheet` is for people who open the file with one: no cell
 * begins a formula, which an import takes back, and lines end as there.
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
    `${cells.map((cell) => quoted(spreadsheet ? forSpreadsheet(cell) : cell)).join(delimiter)}${spreadsheet ? "\r\n" : "\n"}`
  return {
    header: lineOf([...keptOf(columns), ...failedColumns]),
    line: ({ error, row: { number, original } }) =>
      original._tag === "Line"
        ? `${failedLine(original.text, number, error)}\n`
        : lineOf([...keptOf(original.cells), String(number), error, ...original.cells.slice(columns.length)])
  }
}
