import { Predicate } from "effect"
import { parse } from "#csv"
import { byteLength } from "../file/Bytes.ts"

/** The maximum size of a record, in bytes. A longer record has an unclosed quote. */
export const maxRecordSize = 1024 * 1024

export const tooLong = "this row is longer than 1 MiB; is a closing quote missing?"

/** The parser options, without the delimiter. */
export const parserOptions = {
  max_record_size: maxRecordSize,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  trim: true
}

const codeOf = (error: unknown): unknown => (Predicate.hasProperty(error, "code") ? error.code : undefined)

/** Tells whether the bytes end within a quoted cell. */
export const isOpen = (error: unknown): boolean => codeOf(error) === "CSV_QUOTE_NOT_CLOSED"

export const isTooLong = (error: unknown): boolean => codeOf(error) === "CSV_MAX_RECORD_SIZE"

/** Describes the problem of a record. If it is final, nothing after the record can be read. */
export const problemOf = (error: unknown): { readonly text: string; readonly isFinal: boolean } => {
  switch (codeOf(error)) {
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

/** Returns the number of bytes of blank lines before the first record. */
export const startsRecord = (bytes: Uint8Array): number => {
  let at = 0
  while (bytes[at] === newline || bytes[at] === carriageReturn) at++
  return at
}

/** Returns the number of bytes up to the last line end that is certainly complete. */
export const lastLineEnd = (bytes: Uint8Array): number => {
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] === newline || (bytes[at] === carriageReturn && at + 1 < bytes.length)) return at + 1
  }
  return 0
}

/** Returns the number of bytes up to the end of the line with the byte `from`; undefined if more bytes may belong to it. */
export const lineEndAfter = (bytes: Uint8Array, from: number, isEnd: boolean): number | undefined => {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === newline) return at + 1
    if (bytes[at] !== carriageReturn) continue
    if (at + 1 < bytes.length) return bytes[at + 1] === newline ? at + 2 : at + 1
  }
  return isEnd ? bytes.length : undefined
}

/** Returns the number of bytes that the parser reads before it fails. Only parsing them again can tell. */
export const failedAt = (bytes: Uint8Array, delimiter: string): number => {
  let read = 0
  const stop = new Error("read so far")
  try {
    parse(bytes, {
      ...parserOptions,
      delimiter,
      on_skip: (_error, raw) => {
        read = byteLength(raw ?? "")
        throw stop
      },
      raw: true,
      skip_records_with_error: true
    })
  } catch (error) {
    if (error !== stop) throw error
  }
  return read
}

const newline = 0x0a
const carriageReturn = 0x0d
