import { Predicate } from "effect"
import { Parser } from "csv-parse"

/** The largest record, in bytes: a longer one is a quote that is not closed. */
export const maxRecordSize = 1024 * 1024

export const tooLong = "this row is longer than 1 MiB; is a closing quote missing?"

/** What is wrong with a record, in words; nothing after it can be read where that is final. */
export const problemOf = (error: unknown): { readonly text: string; readonly isFinal: boolean } => {
  switch (Predicate.hasProperty(error, "code") ? error.code : undefined) {
    case "CSV_QUOTE_NOT_CLOSED":
      return { text: "a quoted cell begins in this row, and its closing quote is missing", isFinal: true }
    case "CSV_MAX_RECORD_SIZE":
      return { text: tooLong, isFinal: true }
    case "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE":
    case "CSV_INVALID_CLOSING_QUOTE":
    case "INVALID_OPENING_QUOTE":
      return {
        text: 'a quoted cell goes on after its closing quote; a quote inside of it is written twice: "say ""hello"""',
        isFinal: false
      }
    default:
      return { text: error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error), isFinal: true }
  }
}

/** How many bytes of blank lines come before the record that begins in these bytes. */
export const startsRecord = (bytes: Buffer): number => {
  let at = 0
  while (bytes[at] === newline || bytes[at] === carriageReturn) at++
  return at
}

/**
 * How many bytes there are up to the end of the line in which the byte `from` is; undefined while that is not known, as
 * further bytes may belong to it.
 */
export const lineEndAfter = (bytes: Buffer, from: number, isEnd: boolean): number | undefined => {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === newline) return at + 1
    if (bytes[at] !== carriageReturn) continue
    if (at + 1 < bytes.length) return bytes[at + 1] === newline ? at + 2 : at + 1
  }
  return isEnd ? bytes.length : undefined
}

/** How many bytes a parser reads before it fails: they are parsed once more, as only that says so. */
export const failedAt = (bytes: Buffer, delimiter: string): number => {
  let read = 0
  const parser = new Parser({
    delimiter,
    max_record_size: maxRecordSize,
    on_skip: (_error, raw) => {
      read = Buffer.byteLength(raw ?? "")
      throw new Error("read so far")
    },
    raw: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    trim: true
  })
  parser.on("error", () => undefined)
  parser.write(bytes)
  return read
}

const newline = 0x0a
const carriageReturn = 0x0d
