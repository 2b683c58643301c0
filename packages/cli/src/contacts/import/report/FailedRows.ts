import { failedRowsText, type RowFailure } from "@rollcall/contact-files"
import { Effect, FileSystem } from "effect"
import { cannotUse, type CommandRefused } from "../../../CommandRefused.ts"

/** Writes failed rows in the format of the imported file, with their numbers and reasons. */
export interface FailedRows {
  /** Writes the columns of a CSV file, before the first row. */
  readonly begin: (columns: ReadonlyArray<string>) => Effect.Effect<void, CommandRefused>
  readonly write: (failures: ReadonlyArray<RowFailure>) => Effect.Effect<void, CommandRefused>
}

export const noFailedRows: FailedRows = { begin: () => Effect.void, write: () => Effect.void }

/**
 * Opens a file for failed rows in the format of the imported file, so that people can correct the rows and import them
 * again. Replaces an existing file; with `append`, for a resumed import, it appends to it.
 */
export const openFailedRows = Effect.fn("FailedRows.open")(function* (
  path: string,
  options: { readonly append: boolean; readonly delimiter: string }
) {
  const files = yield* FileSystem.FileSystem
  const refuse = Effect.mapError((error: Parameters<typeof cannotUse>[1]) => cannotUse(path, error))
  const begun =
    options.append && Number((yield* refuse(Effect.orElseSucceed(files.stat(path), () => ({ size: 0 })))).size) > 0
  const file = yield* refuse(files.open(path, { flag: options.append ? "a" : "w" }))
  const append = (text: string) => refuse(file.writeAll(new TextEncoder().encode(text)))
  const { delimiter } = options
  let text = failedRowsText([], { delimiter, spreadsheet: false })
  const opened: FailedRows = {
    begin: (columns) => {
      text = failedRowsText(columns, { delimiter, spreadsheet: false })
      return begun ? Effect.void : append(text.header)
    },
    write: (failures) => (failures.length === 0 ? Effect.void : append(failures.map(text.line).join("")))
  }
  return opened
})
