import { type CheckedRow, failedRowsText } from "@rollcall/contact-files"
import type { OpenedFile } from "../file/OpenedFile.ts"

/** The byte order mark, which lets Excel detect UTF-8. */
const mark = "\ufeff"

/**
 * Returns the failed rows in the format of the file, with row numbers and reasons, to correct and import again. A prefix
 * disables spreadsheet formulas; imports remove it. Reads the rows again instead of keeping them in memory.
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
