import {
  decodingOf,
  FileRefused,
  type InputFile,
  lookAt,
  openWorkbook,
  type Reading,
  withHead
} from "@rollcall/contact-files"
import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import { cannotUse, CommandRefused, orRefuse, refusal } from "../../CommandRefused.ts"
import { type FileFormat, type FormatFlags, readFormat } from "./ImportFormat.ts"

const chunkSize = 256 * 1024

interface OpenedInput {
  readonly input: InputFile
  readonly format: FileFormat
  /** The sheets of a workbook. The first one is read. */
  readonly sheets: ReadonlyArray<string>
}

/**
 * Opens a file, or standard input for `-`, and detects its format. Reads a text file once to check its encoding before any
 * row is sent; standard input can't be read twice. Keeps a workbook in memory.
 */
export const openInput = Effect.fn("InputFile.openInput")(function* (flags: FormatFlags) {
  const { bytes, isLasting, name } = yield* bytesOf(flags.file)
  const given = Option.getOrNull(flags.encoding)
  const known = given === null ? undefined : yield* orRefuse(decodingOf(given))
  const start = yield* attempt(async () => withHead(bytes, isLasting))
  const look = yield* attempt(async () => lookAt(name, start.head, given))
  const format = yield* readFormat(flags, look)
  if (format._tag === "Workbook") {
    const { sheet } = format
    const book = yield* attempt(async () => openWorkbook(name, await sourceOf(name, start.bytes)))
    const sheets = [...new Set([...(sheet === undefined ? [] : [sheet]), ...book.sheets])]
    return { input: yield* attempt(async () => book.sheet(sheet)), format, sheets } satisfies OpenedInput
  }
  const decode = known ?? (yield* orRefuse(decodingOf(look.encoding)))
  const text = decode(name, start.bytes)
  if (!isLasting) return { input: { name, size: null, bytes: text }, format, sheets: [] } satisfies OpenedInput
  const size = yield* Stream.runFold(
    partsOf(text),
    () => 0,
    (size, piece) => size + piece.length
  )
  return { input: { name, size, bytes: text }, format, sheets: [] } satisfies OpenedInput
})

/** Opens the bytes of a file, and says whether they can be read again. */
const bytesOf = Effect.fnUntraced(function* (path: string) {
  if (path === "-") {
    const { stdin } = yield* Stdio.Stdio
    const name = "standard input"
    const bytes = Stream.mapError(stdin, (error) => cannotUse(name, error))
    return { name, isLasting: false, bytes: Stream.toAsyncIterable(bytes) }
  }
  const files = yield* FileSystem.FileSystem
  const { type } = yield* Effect.mapError(files.stat(path), (error) => cannotUse(path, error))
  if (type === "Directory") return yield* refusal(`${path}: it is a directory`)
  const bytes = Stream.mapError(files.stream(path, { chunkSize }), (error) => cannotUse(path, error))
  return { name: path, isLasting: type === "File", bytes: Stream.toAsyncIterable(bytes) }
})

/** The largest workbook, compressed, in bytes. Its sheets may be ten times as large. */
const maxWorkbook = 256 * 1024 * 1024

const sourceOf = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    size += piece.length
    if (size > maxWorkbook) throw new FileRefused(`${name}: a workbook may have at most 256 MiB. Save it as CSV`)
  }
  const all = Buffer.concat(pieces)
  return { size, read: async (from: number, to: number) => all.subarray(from, to) }
}

/** Runs a read of a file. A file that can't be read fails the command; any other error is a defect. */
const attempt = <A>(read: () => Promise<A>): Effect.Effect<A, CommandRefused> =>
  Effect.catch(Effect.tryPromise({ try: read, catch: (error) => error }), (error) => {
    const refused = refusalFor(error)
    return refused === undefined ? Effect.die(error) : Effect.fail(refused)
  })

/** Streams the parts of a file. A file that can't be read fails the command. */
export const partsOf = <A>(parts: AsyncIterable<A>): Stream.Stream<A, CommandRefused> =>
  Stream.catch(
    Stream.fromAsyncIterable(parts, (error) => error),
    (error) => {
      const refused = refusalFor(error)
      return refused === undefined ? Stream.die(error) : Stream.fail(refused)
    }
  )

const refusalFor = (error: unknown): CommandRefused | undefined => {
  if (error instanceof CommandRefused) return error
  if (!(error instanceof FileRefused)) return undefined
  const { message, readings } = error
  return new CommandRefused({ message: [message, ...readings.map(lineOf)].join("\n") })
}

/** Describes how an option would read a file. */
const lineOf = ({ option, reads, value }: Reading): string => {
  const sign = value === "\t" ? " tab" : /[;|]/.test(value) ? ` "${value}"` : value === "" ? "" : ` ${value}`
  return `  --${option}${sign} reads ${reads}`
}
