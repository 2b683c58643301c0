import { type CheckedRow, failedRowsText } from "@rollcall/contact-files"
import type { OpenedFile } from "../file/OpenedFile.ts"

/** How Excel knows that a file is UTF-8. */
const mark = "\ufeff"

/**
 * The rows that failed, as they stand in the file, with their numbers and reasons, to be mended and dropped again. No cell
 * begins a formula; what is put before it for that, an import takes away. The file is read once more, so that no row has
 * to be held for it.
 */
export const failedFile = async (
  rows: AsyncIterable<ReadonlyArray<CheckedRow>>,
  { columns, delimiter, format }: OpenedFile,
  failures: ReadonlyMap<number, string>
): Promise<Blob> => {
  const text = failedRowsText(columns, { delimiter, spreadsheet: true })
  const parts: Array<string> = format === "jsonl" ? [] : [mark, text.header]
  let left = failures.size
  for await (const some of rows) {
    for (const row of some) {
      const error = failures.get(row.number)
      if (error === undefined) continue
      left--
      parts.push(text.line({ row, reason: "", error }))
    }
    if (left === 0) break
  }
  return new Blob(parts, { type: format === "jsonl" ? "application/x-ndjson" : "text/csv" })
}
