import type { ReportLine } from "@rollcall/contact-files"
import { Effect, FileSystem } from "effect"
import { stringify } from "csv-stringify/sync"
import { cannotUse, type CommandRefused } from "../../../CommandRefused.ts"

/** Writes what is reported about rows, batch by batch. */
export type ReportFile = (lines: ReadonlyArray<ReportLine>) => Effect.Effect<void, CommandRefused>

export const noReportFile: ReportFile = () => Effect.void

const header = ["row_number", "kind", "reason", "field", "message"]

/**
 * Opens a CSV file for a report. Replaces an existing file. With `append`, appends to the file, as a resumed import does.
 */
export const openReportFile = Effect.fn("ReportFile.open")(function* (path: string, append: boolean) {
  const files = yield* FileSystem.FileSystem
  const refuse = Effect.mapError((error: Parameters<typeof cannotUse>[1]) => cannotUse(path, error))
  const file = yield* refuse(files.open(path, { flag: append ? "a" : "w" }))
  const write = (rows: Array<Array<string | number>>) =>
    refuse(file.writeAll(new TextEncoder().encode(stringify(rows))))
  if (Number((yield* refuse(file.stat)).size) === 0) yield* write([[...header]])
  const report: ReportFile = (lines) =>
    lines.length === 0
      ? Effect.void
      : write(lines.map(({ error, field, kind, number, reason }) => [number, kind, reason, field ?? "", error]))
  return report
})
