import { Effect, FileSystem, Predicate } from "effect"
import { stringify } from "csv-stringify/sync"
import type { CommandRefused } from "../../../CommandRefused.ts"
import { cannotUse } from "../../reading/InputFile.ts"
import type { RowFailure } from "../ImportState.ts"

/** The columns that a failed row has besides its own. They replace columns of the file with the same names. */
const [numberColumn, reasonColumn] = ["row_number", "reason"] as const

/** Writes rows that failed, as they stand in the file, with their numbers and reasons. */
export interface FailedRows {
  /** Takes the columns of a CSV file, before the first row. */
  readonly begin: (columns: ReadonlyArray<string>) => Effect.Effect<void, CommandRefused>
  readonly write: (failures: ReadonlyArray<RowFailure>) => Effect.Effect<void, CommandRefused>
}

/** No file. */
export const noFailedRows: FailedRows = { begin: () => Effect.void, write: () => Effect.void }

/**
 * Opens a file for failed rows in the format of the imported one, so that it can be corrected and imported again. An
 * existing file is replaced, or continued when an import is resumed (`append`).
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
  let kept: ReadonlyArray<boolean> = []

  const line = ({ error, row: { number, original } }: RowFailure): string => {
    if (original._tag === "Line") return `${jsonLine(original.text, number, error)}\n`
    const cells = kept.flatMap((keep, at) => (keep ? [original.cells[at] ?? ""] : []))
    const surplus = original.cells.slice(kept.length)
    return stringify([[...cells, number, error, ...surplus]], { delimiter })
  }

  const opened: FailedRows = {
    begin: (columns) => {
      kept = columns.map((column) => column !== numberColumn && column !== reasonColumn)
      const header = [...columns.filter((_, at) => kept[at]), numberColumn, reasonColumn]
      return begun ? Effect.void : append(stringify([header], { delimiter }))
    },
    write: (failures) => (failures.length === 0 ? Effect.void : append(failures.map(line).join("")))
  }
  return opened
})

/**
 * A line with two members more, and otherwise as it was given, digit by digit; one that is no object is given as a text.
 * What an earlier import wrote at its end gives way.
 */
const jsonLine = (text: string, number: number, error: string): string => {
  const more = `${JSON.stringify(numberColumn)}:${number},${JSON.stringify(reasonColumn)}:${JSON.stringify(error)}`
  const bare = text.trim().replace(earlier, "}")
  const given = parsed(bare)
  if (!Predicate.isReadonlyObject(given)) return `{"text":${JSON.stringify(text)},${more}}`
  const { [numberColumn]: _number, [reasonColumn]: _reason, ...rest } = given
  const isOwn = Object.keys(rest).length < Object.keys(given).length
  const line = isOwn ? JSON.stringify(rest) : bare
  return `${line.slice(0, -1).trimEnd()}${Object.keys(rest).length === 0 ? "" : ","}${more}}`
}

/** What {@link jsonLine} writes at the end of a line. */
const earlier = new RegExp(`,?"${numberColumn}":\\d+,"${reasonColumn}":"(?:[^"\\\\]|\\\\.)*"\\}$`)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
