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

/** How a file is written, as far as that was said. */
export interface Written {
  readonly format?: FileFormat
  readonly encoding?: string
  readonly delimiter?: string
  /** The name of the sheet of a workbook; empty for its first. */
  readonly sheet?: string
  readonly hasHeader?: boolean
}

/** A file that was looked through: it is in its encoding to its end, and has these columns. */
export interface OpenedFile extends Required<Written> {
  readonly file: File
  readonly columns: ReadonlyArray<string>
  /** The fields of columns without names, as far as their values show them. */
  readonly fields: ReadonlyArray<string | undefined>
  /** The ways to read a file that doesn't say how it is written, the most likely first: it is read that way. */
  readonly readings: ReadonlyArray<Reading>
  /** The workbook, of which each reading needs the texts; null for a text. */
  readonly book: Workbook | null
}

/** How much is read at a time: so little that the page answers in between. */
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

/** Lets the browser draw and take what is typed. */
const breath = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** A file as it is read, piece by piece, from its beginning each time. `onRead` gets how many of its bytes were. */
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

/** What a reading says of how a file is written. */
const writtenBy = ({ option, value }: Reading): Written =>
  option === "encoding" ? { encoding: value } : option === "delimiter" ? { delimiter: value } : { hasHeader: false }

/**
 * Opens a file: what was not said about it is found out, and where the file leaves it open, it is read in the most likely way.
 * Rejects with what it cannot be read for.
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
  // All of it is decoded to know that it is in its encoding.
  for await (const _ of input.bytes);
  const named = /\.(?:jsonl|ndjson)$/.test(name) || look.kind === "json" ? "jsonl" : "csv"
  if ((format ?? named) === "jsonl") return { ...opened, format: "jsonl", columns: await jsonColumns(input) }
  const given = delimiter ?? (name.endsWith(".tsv") ? "\t" : null)
  return { ...opened, format: "csv", ...(await csvColumns(input, { definitions, delimiter: given, hasHeader })) }
}
