import { Effect, Option, Predicate, Stream } from "effect"
import { type Info, Parser } from "csv-parse"
import { CommandRefused } from "../../../CommandRefused.ts"
import { failedAt, lineEndAfter, maxRecordSize, problemOf, startsRecord, tooLong } from "./CsvProblems.ts"

/** A record of a CSV file with something in it. */
export interface CsvRecord {
  readonly cells: ReadonlyArray<string>
  /** The line in which it begins, from 1. */
  readonly line: number
  /** How many bytes of the file end with it. */
  readonly end: number
  /** Why its cells cannot be distinguished; absent where they can. */
  readonly problem?: string
}

/**
 * The records of a CSV file, its header among them, without those that are empty. Line ends may be of any kind and
 * mixed, a byte order mark is passed over, and a quote inside of an unquoted cell is a character like any other. A
 * record with quotes that cannot be read has a problem, and the next one begins in the line after it. Fails with the line
 * in which a quoted cell begins that has no end.
 */
export const csvRecords = (
  { bytes, name }: { readonly name: string; readonly bytes: Stream.Stream<Uint8Array, CommandRefused> },
  delimiter: string
): Stream.Stream<CsvRecord, CommandRefused> =>
  Stream.suspend(() => {
    const reader = new RecordReader(delimiter)
    const refused = Effect.mapError(
      ({ line, problem }: Unreadable) => new CommandRefused({ message: `${name}: line ${line}: ${problem}` })
    )
    return bytes.pipe(
      Stream.mapEffect((piece) => refused(reader.push(piece))),
      Stream.concat(Stream.fromEffect(refused(Effect.suspend(() => reader.end)))),
      Stream.flatMap(Stream.fromIterable)
    )
  })

/** What ends the reading of a file, and the line in which its record begins. */
interface Unreadable {
  readonly line: number
  readonly problem: string
}

/** A record that cannot be read, of which bytes may be to come. */
interface Misread extends Unreadable {
  /** Where among the pending bytes it cannot be read. */
  readonly from: number
}

/** How much is read at a time after a record that cannot be read: the rest of it is read once more. */
const cautiousSize = 4 * 1024

/** Reads records piece by piece. After one that cannot be read, it goes on with the next line. */
class RecordReader {
  private readonly delimiter: string
  private parser: Parser
  private lines = new LineCount(0)
  private records: Array<CsvRecord> = []
  /** How many bytes of the file end with the last record. */
  private before = 0
  /** The pieces of the file that go on after it, the first of which begins so many bytes earlier. */
  private pieces: Array<Buffer> = []
  private ahead = 0
  private misread: Misread | null = null

  constructor(delimiter: string) {
    this.delimiter = delimiter
    this.parser = this.makeParser(true)
  }

  push(piece: Uint8Array): Effect.Effect<ReadonlyArray<CsvRecord>, Unreadable> {
    return Effect.map(this.feed(Buffer.from(piece)), () => this.taken())
  }

  get end(): Effect.Effect<ReadonlyArray<CsvRecord>, Unreadable> {
    return Effect.gen({ self: this }, function* () {
      for (;;) {
        if (this.misread !== null) yield* this.endMisread(this.misread, true)
        const error = yield* ended(this.parser)
        if (Option.isNone(error)) return this.taken()
        yield* this.beginMisread(error.value)
      }
    })
  }

  /** The bytes that were read after the last record. */
  private pending(): Buffer {
    return Buffer.concat(this.pieces).subarray(this.ahead)
  }

  /** Counts bytes that were read as records. */
  private consume(bytes: number): void {
    this.before += bytes
    this.ahead += bytes
    for (let [first] = this.pieces; first !== undefined && first.length <= this.ahead; [first] = this.pieces) {
      this.ahead -= first.length
      this.pieces.shift()
    }
  }

  private taken(): ReadonlyArray<CsvRecord> {
    const records = this.records
    this.records = []
    return records
  }

  private feed(bytes: Buffer): Effect.Effect<void, Unreadable> {
    return Effect.gen({ self: this }, function* () {
      this.pieces.push(bytes)
      if (this.misread === null) {
        const error = yield* written(this.parser, bytes)
        if (Option.isNone(error)) return
        yield* this.beginMisread(error.value)
      }
      if (this.misread !== null) yield* this.endMisread(this.misread, false)
    })
  }

  /** Takes the record that the parser failed at as one with a problem. */
  private beginMisread(error: unknown): Effect.Effect<void, Unreadable> {
    const { isFinal, text } = problemOf(error)
    const pending = this.pending()
    const start = startsRecord(pending)
    this.lines.skip(pending.subarray(0, start))
    this.consume(start)
    const line = this.lines.next
    if (isFinal) return Effect.fail({ line, problem: text })
    this.misread = { line, problem: text, from: failedAt(pending.subarray(start), this.delimiter) }
    return Effect.void
  }

  /** Begins anew after the line in which the record ends that could not be read, once all of the line is there. */
  private endMisread({ from, line, problem }: Misread, isEnd: boolean): Effect.Effect<void, Unreadable> {
    return Effect.gen({ self: this }, function* () {
      const pending = this.pending()
      const end = lineEndAfter(pending, from, isEnd)
      if (end === undefined) {
        if (pending.length > maxRecordSize) return yield* Effect.fail({ line, problem: tooLong })
        return
      }
      const misread = pending.subarray(0, end)
      const rest = pending.subarray(end)
      this.consume(end)
      this.records.push({ cells: unquotedCells(misread, this.delimiter), line, end: this.before, problem })
      this.lines.skip(misread)
      this.lines = new LineCount(this.lines.next - 1)
      this.misread = null
      this.parser = this.makeParser(false)
      this.pieces = []
      this.ahead = 0
      for (let at = 0; at < rest.length; at += cautiousSize) yield* this.feed(rest.subarray(at, at + cautiousSize))
    })
  }

  private makeParser(bom: boolean): Parser {
    const begun = this.before
    return new Parser({
      bom,
      delimiter: this.delimiter,
      max_record_size: maxRecordSize,
      on_record: (cells: ReadonlyArray<string>, info) => {
        const line = this.lines.take(cells, info)
        this.consume(begun + info.bytes - this.before)
        if (cells.some((cell) => cell !== "")) this.records.push({ cells, line, end: this.before })
        return null
      },
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true
    }).on("error", () => undefined)
  }
}

/** The error that a parser has at these bytes. */
const written = (parser: Parser, bytes: Buffer) =>
  Effect.callback<Option.Option<unknown>>((resume) => {
    parser.write(bytes, (error) => resume(Effect.succeed(Option.fromNullishOr(error))))
  })

/** The error that a parser has at the end. */
const ended = (parser: Parser) =>
  Effect.callback<Option.Option<unknown>>((resume) => {
    parser.once("error", (error) => resume(Effect.succeed(Option.some(error))))
    parser.once("end", () => resume(Effect.succeed(Option.none())))
    parser.resume()
    parser.end()
  })

/** The cells of a line whose quotes mean nothing. */
const unquotedCells = (line: Buffer, delimiter: string): ReadonlyArray<string> =>
  line
    .toString()
    .trimEnd()
    .split(delimiter)
    .map((cell) => cell.trim())

/** Counts lines by what is in the records: the parser counts some line ends inside of cells twice. */
class LineCount {
  private ended: number
  private emptyLines = 0

  constructor(ended: number) {
    this.ended = ended
  }

  /** The line in which the next record begins, unless lines without anything come before it. */
  get next(): number {
    return this.ended + this.emptyLines + 1
  }

  /** Counts a record, and returns the line in which it begins. */
  take(cells: ReadonlyArray<string>, info: Pick<Info, "empty_lines">): number {
    this.emptyLines = Predicate.isNumber(info.empty_lines) ? info.empty_lines : 0
    const line = this.next
    this.ended += cells.reduce((lines, cell) => lines + lineEnds(cell), 1)
    return line
  }

  /** Counts lines that were not read as records. */
  skip(bytes: Buffer): void {
    this.ended += lineEnds(bytes.toString())
  }
}

const lineEnds = (text: string): number =>
  text.includes("\n") || text.includes("\r") ? (text.match(/\r\n|\r|\n/g) ?? []).length : 0
