import { pipeThroughDuplex } from "@effect/platform-node/NodeStream"
import { Predicate, Stream } from "effect"
import { type Info, Parser } from "csv-parse"
import { CommandRefused } from "../../CommandRefused.ts"

/** A record of a CSV file with something in it. */
export interface CsvRecord {
  readonly cells: ReadonlyArray<string>
  /** The line in which it begins, from 1. */
  readonly line: number
  /** How many bytes of the file end with it. */
  readonly end: number
}

/** The largest record, in bytes: a longer one is a quote that is not closed. */
const maxRecordSize = 1024 * 1024

/**
 * The records of a CSV file, its header among them, without those that are empty. Line ends may be of any kind and
 * mixed, a byte order mark is passed over, and a quote inside of an unquoted cell is a character like any other. Fails
 * with the line in which a quoted cell begins that has no end.
 */
export const csvRecords = (
  { bytes, name }: { readonly name: string; readonly bytes: Stream.Stream<Uint8Array, CommandRefused> },
  delimiter: string
): Stream.Stream<CsvRecord, CommandRefused> =>
  Stream.suspend(() => {
    const lines = new LineCount()
    const places: Array<Omit<CsvRecord, "cells">> = []
    const makeParser = () =>
      new Parser({
        bom: true,
        delimiter,
        max_record_size: maxRecordSize,
        on_record: (cells, info) => {
          const line = lines.next(cells, info)
          if (cells.every((cell) => cell === "")) return null
          places.push({ line, end: info.bytes })
          return cells
        },
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        trim: true
      })
    const onError = (error: unknown) =>
      new CommandRefused({ message: `${name}: line ${lines.begunAt(error)}: ${problem(error)}` })
    return bytes.pipe(
      pipeThroughDuplex<ReadonlyArray<string>, CommandRefused>({ evaluate: makeParser, onError }),
      // The parser emits its records in their order, each after a call of `on_record` with its place.
      Stream.map((cells): CsvRecord => ({ cells, ...(places.shift() ?? nowhere) }))
    )
  })

const nowhere = { line: 0, end: 0 }

/** Counts lines by what is in the records: the parser counts some line ends inside of cells twice. */
class LineCount {
  private ended = 0

  /** Counts a record, and returns the line in which it begins. */
  next(cells: ReadonlyArray<string>, info: Pick<Info, "empty_lines">): number {
    const line = this.begunAt(info)
    this.ended += cells.reduce((lines, cell) => lines + lineEnds(cell), 1)
    return line
  }

  /** The line in which the record begins that the parser reads, by its count of empty lines. */
  begunAt(info: unknown): number {
    const emptyLines = Predicate.hasProperty(info, "empty_lines") ? Number(info.empty_lines) : 0
    return this.ended + emptyLines + 1
  }
}

const lineEnds = (cell: string): number =>
  cell.includes("\n") || cell.includes("\r") ? (cell.match(/\r\n|\r|\n/g) ?? []).length : 0

const problem = (error: unknown): string => {
  switch (Predicate.hasProperty(error, "code") ? error.code : undefined) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "a quoted cell begins in this row, and its closing quote is missing"
    case "CSV_MAX_RECORD_SIZE":
      return "this row is longer than 1 MiB; is a closing quote missing?"
    default:
      return error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error)
  }
}
