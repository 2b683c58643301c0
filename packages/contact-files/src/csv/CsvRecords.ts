import { Predicate } from "effect"
import { parse } from "#csv"
import { joined } from "../file/Bytes.ts"
import { withoutMark } from "../file/Encoding.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"
import {
  failedAt,
  isOpen,
  isTooLong,
  lastLineEnd,
  lineEndAfter,
  maxRecordSize,
  parserOptions,
  problemOf,
  startsRecord,
  tooLong
} from "./CsvProblems.ts"

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
 * The records of a CSV file, its header among them, without those that are empty, as many at a time as a piece of the file
 * ends. Line ends may be of any kind and mixed, a byte order mark is passed over, and a quote inside of an unquoted cell
 * is a character like any other. A record with quotes that cannot be read has a problem, and the next one begins in the
 * line after it. Fails with the line in which a quoted cell begins that has no end.
 */
export async function* csvRecords(
  { bytes, name }: Pick<InputFile, "bytes" | "name">,
  delimiter: string
): AsyncGenerator<ReadonlyArray<CsvRecord>> {
  const reader = new RecordReader(name, delimiter)
  for await (const piece of bytes) yield reader.push(piece)
  yield reader.end()
}

/** A record that cannot be read, of which bytes may be to come. */
interface Misread {
  /** The line in which it begins. */
  readonly line: number
  readonly problem: string
  /** Where among the pending bytes it cannot be read. */
  readonly from: number
}

/** The bytes of the mark of UTF-8. */
const markSize = 3

/** Reads records piece by piece. After one that cannot be read, it goes on with the next line. */
class RecordReader {
  private readonly name: string
  private readonly delimiter: string
  private lines = new LineCount(0)
  private records: Array<CsvRecord> = []
  /** How many bytes of the file end with the last record. */
  private before = 0
  /** The bytes of the file after it. */
  private pending: Uint8Array = new Uint8Array()
  private isBegun = false
  /** How many pending bytes there must be before a record is looked for again: the last one was not whole. */
  private wanted = 0
  private misread: Misread | null = null

  constructor(name: string, delimiter: string) {
    this.name = name
    this.delimiter = delimiter
  }

  /** The records that end with the next piece. */
  push(piece: Uint8Array): ReadonlyArray<CsvRecord> {
    this.pending = joined(this.pending, piece)
    if (!this.isBegun && this.pending.length >= markSize) this.passOverMark()
    if (this.isBegun && this.pending.length >= this.wanted) this.read(false)
    return this.taken()
  }

  /** The records after all pieces. */
  end(): ReadonlyArray<CsvRecord> {
    if (!this.isBegun) this.passOverMark()
    this.read(true)
    return this.taken()
  }

  private passOverMark(): void {
    this.isBegun = true
    this.consume(this.pending.length - withoutMark(this.pending).length)
  }

  /** Counts bytes that were read. */
  private consume(bytes: number): void {
    this.before += bytes
    this.pending = this.pending.subarray(bytes)
  }

  private taken(): ReadonlyArray<CsvRecord> {
    const records = this.records
    this.records = []
    return records
  }

  /** Reads the records that are whole: what follows the last sure end of a line may go on in the next piece. */
  private read(isEnd: boolean): void {
    for (;;) {
      if (this.misread !== null && !this.endMisread(this.misread, isEnd)) return
      const error = this.parse(isEnd ? this.pending.length : lastLineEnd(this.pending))
      if (error === undefined || (!isEnd && isOpen(error))) {
        this.wanted = error === undefined ? 0 : 2 * this.pending.length
        if (!isEnd && this.pending.length > maxRecordSize) this.refuseLongest()
        return
      }
      this.beginMisread(error)
    }
  }

  /** Takes the records of so many pending bytes, and returns what is wrong with the first that cannot be read. */
  private parse(length: number): unknown {
    const blank = startsRecord(this.pending.subarray(0, length))
    this.lines.skip(this.pending.subarray(0, blank))
    this.consume(blank)
    this.lines = new LineCount(this.lines.next - 1)
    const begun = this.before
    let read = 0
    let problem: unknown
    try {
      parse(this.pending.subarray(0, length - blank), {
        ...parserOptions,
        delimiter: this.delimiter,
        skip_empty_lines: true,
        on_record: (cells: ReadonlyArray<string>, info) => {
          const line = this.lines.take(cells, info)
          read = info.bytes
          if (cells.some((cell) => cell !== "")) this.records.push({ cells, line, end: begun + read })
          return null
        }
      })
    } catch (error) {
      problem = error
    }
    this.consume(read)
    return problem
  }

  /** Refuses a record that is too long already, though its end is not there. */
  private refuseLongest(): void {
    try {
      parse(this.pending, { ...parserOptions, delimiter: this.delimiter, on_record: () => null })
    } catch (error) {
      if (isTooLong(error)) this.beginMisread(error)
    }
  }

  /** Takes the record that the parser failed at as one with a problem. */
  private beginMisread(error: unknown): void {
    const { isFinal, text } = problemOf(error)
    const start = startsRecord(this.pending)
    this.lines.skip(this.pending.subarray(0, start))
    this.consume(start)
    const line = this.lines.next
    if (isFinal) throw this.refusal(line, text)
    this.misread = { line, problem: text, from: failedAt(this.pending, this.delimiter) }
  }

  /**
   * Begins again after the line in which the record ends that could not be read; false while not all of the line is
   * there.
   */
  private endMisread({ from, line, problem }: Misread, isEnd: boolean): boolean {
    const end = lineEndAfter(this.pending, from, isEnd)
    if (end === undefined) {
      if (this.pending.length > maxRecordSize) throw this.refusal(line, tooLong)
      return false
    }
    const misread = this.pending.subarray(0, end)
    this.consume(end)
    this.records.push({ cells: unquotedCells(misread, this.delimiter), line, end: this.before, problem })
    this.lines.skip(misread)
    this.misread = null
    return true
  }

  private refusal(line: number, problem: string): FileRefused {
    return new FileRefused(`${this.name}: line ${line}: ${problem}`)
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

/** The cells of a line, with quotes as plain characters. */
const unquotedCells = (line: Uint8Array, delimiter: string): ReadonlyArray<string> =>
  textOf(line)
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
  take(cells: ReadonlyArray<string>, info: { readonly empty_lines: number }): number {
    this.emptyLines = Predicate.isNumber(info.empty_lines) ? info.empty_lines : 0
    const line = this.next
    this.ended += cells.reduce((lines, cell) => lines + lineEnds(cell), 1)
    return line
  }

  /** Counts lines that were not read as records. */
  skip(bytes: Uint8Array): void {
    this.ended += lineEnds(textOf(bytes))
  }
}

const lineEnds = (text: string): number =>
  text.includes("\n") || text.includes("\r") ? (text.match(/\r\n|\r|\n/g) ?? []).length : 0
