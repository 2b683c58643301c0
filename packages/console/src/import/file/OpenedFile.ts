import {
  csvColumns,
  decodingOf,
  FileRefused,
  headSize,
  type InputFile,
  jsonColumns,
  lookAt,
  openWorkbook,
  type Reading,
  type Workbook
} from "@rollcall/contact-files"
import type { FileFormat } from "./Choices.ts"
import type { Known } from "./FileRows.ts"

/** The known parts of a file's format. */
export interface Written {
  readonly format?: FileFormat
  readonly encoding?: string
  readonly delimiter?: string
  /** The name of a workbook's sheet; empty for the first sheet. */
  readonly sheet?: string
  readonly hasHeader?: boolean
}

/** A file whose encoding, format and columns are known. */
export interface OpenedFile extends Required<Written> {
  readonly file: File
  readonly columns: ReadonlyArray<string>
  /** The fields of columns without headers, where they could be detected from values. */
  readonly fields: ReadonlyArray<string | undefined>
  /** The possible ways to read a file whose format is ambiguous, the most likely first. That way was used. */
  readonly readings: ReadonlyArray<Reading>
  /** The opened workbook, whose shared strings every reading needs; null for a text file. */
  readonly book: Workbook | null
}

/** How many bytes are read at once, few enough for the page to stay responsive. */
const sliceSize = 64 * 1024

async function* slicesOf(file: Blob, onRead: (bytes: number) => void, signal: AbortSignal) {
  for (let at = 0; at < file.size; at += sliceSize) {
    signal.throwIfAborted()
    const piece = await bytesOf(file, at, at + sliceSize)
    onRead(at + piece.length)
    yield piece
  }
}

const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(await file.slice(from, to).arrayBuffer())
  await breath()
  return bytes
}

/** Lets the browser render and handle input. */
const breath = () => new Promise<void>((resolve) => void setTimeout(resolve))

/**
 * Makes the input of a file. Each reading starts at the beginning and reads piece by piece. `onRead` gets the number of
 * bytes read so far.
 */
export const inputOf = (
  { book, encoding, file, sheet }: Pick<OpenedFile, "book" | "encoding" | "file" | "sheet">,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => undefined
): InputFile => {
  const { name, size } = file
  if (book !== null) return watched(book.sheet(sheet || undefined), signal, (share) => onRead(share * size))
  const decode = decodingOf(encoding)
  if (decode._tag === "Failure") throw new FileRefused(decode.failure)
  const bytes = { [Symbol.asyncIterator]: () => slicesOf(file, onRead, signal) }
  return { name, size, bytes: decode.success(name, bytes) }
}

const watched = (input: InputFile, signal: AbortSignal, onRead: (share: number) => void): InputFile => ({
  ...input,
  records: {
    async *[Symbol.asyncIterator]() {
      for await (const some of input.records ?? []) {
        signal.throwIfAborted()
        onRead((some.at(-1)?.end ?? 0) / Math.max(1, input.size ?? 0))
        yield some
      }
    }
  }
})

/** Returns the format that a reading assumes. */
const writtenBy = ({ option, value }: Reading): Written =>
  option === "encoding" ? { encoding: value } : option === "delimiter" ? { delimiter: value } : { hasHeader: false }

/**
 * Opens a file. Detects what `said` leaves open; if the file is ambiguous, uses the most likely reading. Rejects with the
 * reason if the file can't be read.
 */
export const openFile = async (
  file: File,
  said: Written,
  fields: Known["fields"],
  signal: AbortSignal,
  onRead: (bytes: number) => void
): Promise<OpenedFile> => {
  try {
    return await openAs(file, said, fields, signal, onRead)
  } catch (error) {
    const readings = error instanceof FileRefused ? error.readings : []
    const more = readings.slice(0, 1).map(writtenBy)[0]
    if (more === undefined || !Object.keys(more).every((key) => !Object.hasOwn(said, key))) throw error
    const opened = await openFile(file, { ...said, ...more }, fields, signal, onRead)
    return { ...opened, readings: [...readings, ...opened.readings] }
  }
}

const openAs = async (
  file: File,
  { delimiter, encoding, format, hasHeader = true, sheet = "" }: Written,
  definitions: Known["fields"],
  signal: AbortSignal,
  onRead: (bytes: number) => void
): Promise<OpenedFile> => {
  const head = await bytesOf(file, 0, headSize)
  const look = lookAt(file.name, head, encoding ?? null)
  const name = file.name.toLowerCase()
  const opened = {
    file,
    encoding: look.encoding,
    sheet,
    hasHeader,
    delimiter: ",",
    fields: [],
    readings: [],
    book: null
  }
  if (look.kind === "workbook") {
    const source = { size: file.size, read: (from: number, to: number) => bytesOf(file, from, to) }
    const book = await openWorkbook(file.name, source)
    const input = inputOf({ ...opened, book }, signal, onRead)
    const table = await csvColumns(input, { definitions, delimiter: null, hasHeader })
    return { ...opened, ...table, format: "xlsx", sheet: sheet || (book.sheets[0] ?? ""), book }
  }
  const input = inputOf(opened, signal, onRead)
  // Decodes the whole file to check its encoding.
  for await (const _ of input.bytes);
  const named = /\.(?:jsonl|ndjson)$/.test(name) || look.kind === "json" ? "jsonl" : "csv"
  if ((format ?? named) === "jsonl") return { ...opened, format: "jsonl", columns: await jsonColumns(input) }
  const given = delimiter ?? (name.endsWith(".tsv") ? "\t" : null)
  return { ...opened, format: "csv", ...(await csvColumns(input, { definitions, delimiter: given, hasHeader })) }
}
