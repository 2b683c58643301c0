import { csvColumns, decodingOf, FileRefused, type InputFile, jsonColumns } from "@rollcall/contact-files"
import type { FileFormat } from "./Choices.ts"

/** A file that was looked through: it is in its encoding to its end, and has these columns. */
export interface OpenedFile {
  readonly file: File
  readonly format: FileFormat
  readonly encoding: string
  readonly delimiter: string
  readonly columns: ReadonlyArray<string>
}

/** How a file is written, as far as that was said. */
export interface Written {
  readonly format?: FileFormat
  readonly encoding?: string
  readonly delimiter?: string
}

/** How much is read at a time: so little that the page answers in between. */
const sliceSize = 64 * 1024

async function* slicesOf(file: Blob, onRead: (bytes: number) => void, signal: AbortSignal) {
  for (let at = 0; at < file.size; at += sliceSize) {
    signal.throwIfAborted()
    const piece = new Uint8Array(await file.slice(at, at + sliceSize).arrayBuffer())
    onRead(at + piece.length)
    yield piece
    await breath()
  }
}

/** Lets the browser draw and take what is typed. */
const breath = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** A file as it is read, piece by piece, from its beginning each time. `onRead` gets how many of its bytes were. */
export const inputOf = (
  file: File,
  encoding: string,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => undefined
): InputFile => {
  const decode = decodingOf(encoding)
  if (decode._tag === "Failure") throw new FileRefused(decode.failure)
  const bytes = { [Symbol.asyncIterator]: () => slicesOf(file, onRead, signal) }
  return { name: file.name, size: file.size, bytes: decode.success(file.name, bytes) }
}

/** The format that a name says, or else the first sign of the file. */
const formatOf = async (file: File): Promise<FileFormat> => {
  if (/\.(?:jsonl|ndjson)$/i.test(file.name)) return "jsonl"
  if (/\.(?:csv|tsv)$/i.test(file.name)) return "csv"
  return (await file.slice(0, 1024).text())
    .replace(/^\ufeff/, "")
    .trimStart()
    .startsWith("{")
    ? "jsonl"
    : "csv"
}

/** Opens a file: what was not said about it is found out. Rejects with what it cannot be read for. */
export const openFile = async (
  file: File,
  said: Written,
  signal: AbortSignal,
  onRead: (bytes: number) => void
): Promise<OpenedFile> => {
  const format = said.format ?? (await formatOf(file))
  const encoding = await encodingOf(file, said.encoding, signal, onRead)
  const input = inputOf(file, encoding, signal)
  if (format === "jsonl") return { file, format, encoding, delimiter: ",", columns: await jsonColumns(input) }
  const named = /\.tsv$/i.test(file.name) ? "\t" : null
  try {
    return { file, format, encoding, ...(await csvColumns(input, said.delimiter ?? named)) }
  } catch (error) {
    const other = error instanceof FileRefused && said.delimiter === undefined ? error.proposal.delimiter : undefined
    if (other === undefined) throw error
    return { file, format, encoding, ...(await csvColumns(input, other)) }
  }
}

/** The encoding of a file: UTF-8, or what it seems to be where it is not that. All of it is decoded to know. */
const encodingOf = async (
  file: File,
  said: string | undefined,
  signal: AbortSignal,
  onRead: (bytes: number) => void
): Promise<string> => {
  const encoding = said ?? "utf-8"
  try {
    for await (const _ of inputOf(file, encoding, signal, onRead).bytes);
    return encoding
  } catch (error) {
    const other = error instanceof FileRefused && said === undefined ? error.proposal.encoding : undefined
    if (other === undefined) throw error
    return encodingOf(file, other, signal, onRead)
  }
}
