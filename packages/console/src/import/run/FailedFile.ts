import { type CheckedRow, failedRowsText } from "@rollcall/contact-files"
import type { OpenedFile } from "../file/OpenedFile.ts"

/** The byte order mark, by which Excel recognizes UTF-8. */
const mark = "\ufeff"

/**
 * The failed rows as the file has them, with their numbers and reasons, to correct and import again. No cell begins a formula: a
 * prefix prevents that, which an import removes. The file is read once more, so that rows need not be kept in memory.
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
