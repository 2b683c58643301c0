import { Predicate } from "effect"
import { parse } from "#csv"
import { joined } from "../file/Bytes.ts"
import { withoutMark } from "../file/Encoding.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile, TableRecord } from "../file/InputFile.ts"
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

/**
 * Returns the records of a CSV file, including the header, without empty records. Each piece of the file yields the records
 * that end in it. Line ends of any kind may be mixed, a byte order mark is skipped, and a quote inside an unquoted cell is
 * an ordinary character. A record with invalid quotes has a problem, and the next record begins in the line after it. A
 * quoted cell without an end fails with the line in which it begins.
 */
export async function* csvRecords(
  { bytes, name }: Pick<InputFile, "bytes" | "name">,
  delimiter: string
): AsyncGenerator<ReadonlyArray<TableRecord>> {
  const reader = new RecordReader(name, delimiter)
  for await (const piece of bytes) yield reader.push(piece)
  yield reader.end()
}

/** An unreadable record. More of its bytes may follow. */
interface Misread {
  readonly line: number
  readonly problem: string
  /** The index in the pending bytes at which the record becomes unreadable. */
  readonly from: number
}

/** The size of the UTF-8 byte order mark. */
const markSize = 3

/** Reads records piece by piece. After an unreadable record, it continues with the next line. */
class RecordReader {
  private readonly name: string
  private readonly delimiter: string
  private lines = new LineCount(0)
  private records: Array<TableRecord> = []
  /** The number of bytes in the file up to the end of the last record. */
  private before = 0
  /** The bytes of the file after the last record. */
  private pending: Uint8Array = new Uint8Array()
  private isBegun = false
  /** The number of pending bytes to wait for before the next attempt, because the last record was incomplete. */
  private wanted = 0
  private misread: Misread | null = null

  constructor(name: string, delimiter: string) {
    this.name = name
    this.delimiter = delimiter
  }

  /** Adds the next piece, and returns the records that end in it. */
  push(piece: Uint8Array): ReadonlyArray<TableRecord> {
    this.pending = joined(this.pending, piece)
    if (!this.isBegun && this.pending.length >= markSize) this.passOverMark()
    if (this.isBegun && this.pending.length >= this.wanted) this.read(false)
    return this.taken()
  }

  /** Returns the remaining records, after all pieces. */
  end(): ReadonlyArray<TableRecord> {
    if (!this.isBegun) this.passOverMark()
    this.read(true)
    return this.taken()
  }

  private passOverMark(): void {
    this.isBegun = true
    this.consume(this.pending.length - withoutMark(this.pending).length)
  }

  /** Removes bytes that were read from the pending bytes, and counts them. */
  private consume(bytes: number): void {
    this.before += bytes
    this.pending = this.pending.subarray(bytes)
  }

  private taken(): ReadonlyArray<TableRecord> {
    const records = this.records
    this.records = []
    return records
  }

  /** Reads the complete records. Text after the last certain line end may continue in the next piece. */
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

  /** Reads the records in this many pending bytes, and returns the error of the first unreadable record. */
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

  /** Refuses a record that is already too long, before its end has arrived. */
  private refuseLongest(): void {
    try {
      parse(this.pending, { ...parserOptions, delimiter: this.delimiter, on_record: () => null })
    } catch (error) {
      if (isTooLong(error)) this.beginMisread(error)
    }
  }

  /** Turns the record at which the parser failed into a record with a problem. */
  private beginMisread(error: unknown): void {
    const { isFinal, text } = problemOf(error)
    const start = startsRecord(this.pending)
    this.lines.skip(this.pending.subarray(0, start))
    this.consume(start)
    const line = this.lines.next
    if (isFinal) throw this.refusal(line, text)
    this.misread = { line, problem: text, from: failedAt(this.pending, this.delimiter) }
  }

  /** Continues after the line in which the unreadable record ends. Returns false until the whole line has arrived. */
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

/** Splits a line into cells, with quotes as plain characters. */
const unquotedCells = (line: Uint8Array, delimiter: string): ReadonlyArray<string> =>
  textOf(line)
    .trimEnd()
    .split(delimiter)
    .map((cell) => cell.trim())

/** Counts lines from the content of the records, because the parser counts some line ends within cells twice. */
class LineCount {
  private ended: number
  private emptyLines = 0

  constructor(ended: number) {
    this.ended = ended
  }

  /** The line in which the next record begins, unless empty lines come before it. */
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
