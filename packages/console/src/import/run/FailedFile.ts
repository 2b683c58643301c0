import { failedColumns, failedLine, forSpreadsheet } from "@rollcall/contact-files"
import type { OpenedFile } from "../file/OpenedFile.ts"
import type { PreparedRow } from "../file/FileRows.ts"

/** How Excel knows that a file is UTF-8. */
const mark = "\ufeff"

/**
 * The rows that failed, as they stand in the file, with their numbers and reasons, to be mended and dropped again. No cell
 * begins a formula; what is put before it for that, an import takes away. The file is read once more, so that no row has
 * to be held for it.
 */
export const failedFile = async (
  rows: AsyncIterable<ReadonlyArray<PreparedRow>>,
  { columns, delimiter, format }: OpenedFile,
  failures: ReadonlyMap<number, string>
): Promise<Blob> => {
  const isKept = columns.map((column) => !failedColumns.some((own) => own === column))
  const cellsOf = (cells: ReadonlyArray<string>) => isKept.flatMap((keep, at) => (keep ? [cells[at] ?? ""] : []))
  const lineOf = (cells: ReadonlyArray<string>) =>
    `${cells.map((cell) => quoted(forSpreadsheet(cell), delimiter)).join(delimiter)}\r\n`
  const parts: Array<string> = format === "jsonl" ? [] : [mark, lineOf([...cellsOf(columns), ...failedColumns])]
  let left = failures.size
  for await (const some of rows) {
    for (const { row } of some) {
      const error = failures.get(row.number)
      if (error === undefined) continue
      left--
      const { original } = row
      parts.push(
        original._tag === "Line"
          ? `${failedLine(original.text, row.number, error)}\n`
          : lineOf([...cellsOf(original.cells), String(row.number), error, ...original.cells.slice(columns.length)])
      )
    }
    if (left === 0) break
  }
  return new Blob(parts, { type: format === "jsonl" ? "application/x-ndjson" : "text/csv" })
}

/** A cell in quotes, where something in it would end it. */
const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Gives somebody a file. */
export const download = (blob: Blob, name: string): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
