import { whyUnusable } from "@rollcall/server"
import { Effect, FileSystem, type PlatformError, Stdio, Stream } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import type { Decoding } from "./Encoding.ts"

/** A file that is read from its beginning to its end, however large it is. */
export interface InputFile {
  /** What messages call it. */
  readonly name: string
  /** How many bytes it has in UTF-8; null when that is known only at its end. */
  readonly size: number | null
  /** Its bytes in UTF-8. */
  readonly bytes: Stream.Stream<Uint8Array, CommandRefused>
}

const chunkSize = 256 * 1024

/**
 * Opens a file, or standard input for `-`. A file is read once to check its encoding before any row is sent;
 * standard input cannot be read twice.
 */
export const openInput = Effect.fn("InputFile.openInput")(function* (path: string, decode: Decoding) {
  if (path === "-") {
    const { stdin } = yield* Stdio.Stdio
    const name = "standard input"
    const bytes = Stream.mapError(stdin, (error) => cannotUse(name, error))
    return { name, size: null, bytes: decode(name, bytes) } satisfies InputFile
  }
  const files = yield* FileSystem.FileSystem
  const { type } = yield* Effect.mapError(files.stat(path), (error) => cannotUse(path, error))
  if (type === "Directory") return yield* new CommandRefused({ message: `${path}: it is a directory` })
  const bytes = decode(
    path,
    Stream.mapError(files.stream(path, { chunkSize }), (error) => cannotUse(path, error))
  )
  if (type !== "File") return { name: path, size: null, bytes } satisfies InputFile
  const size = yield* Stream.runFold(
    bytes,
    () => 0,
    (size, piece) => size + piece.length
  )
  return { name: path, size, bytes } satisfies InputFile
})

/** The refusal of a file, for the error of the operating system. */
export const cannotUse = (path: string, { reason }: PlatformError.PlatformError): CommandRefused =>
  new CommandRefused({ message: `${path}: ${whyUnusable(reason.cause ?? reason)}` })
