import { type Decoding, FileRefused, type InputFile } from "@rollcall/contact-files"
import { Effect, FileSystem, Stdio, Stream } from "effect"
import { cannotUse, CommandRefused, refusal } from "../../CommandRefused.ts"

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
    return { name, size: null, bytes: decode(name, Stream.toAsyncIterable(bytes)) } satisfies InputFile
  }
  const files = yield* FileSystem.FileSystem
  const { type } = yield* Effect.mapError(files.stat(path), (error) => cannotUse(path, error))
  if (type === "Directory") return yield* refusal(`${path}: it is a directory`)
  const read = Stream.mapError(files.stream(path, { chunkSize }), (error) => cannotUse(path, error))
  const bytes = decode(path, Stream.toAsyncIterable(read))
  if (type !== "File") return { name: path, size: null, bytes } satisfies InputFile
  const size = yield* Stream.runFold(
    partsOf(bytes),
    () => 0,
    (size, piece) => size + piece.length
  )
  return { name: path, size, bytes } satisfies InputFile
})

/** What is read of a file, as a stream. A file that cannot be read refuses the command. */
export const partsOf = <A>(parts: AsyncIterable<A>): Stream.Stream<A, CommandRefused> =>
  Stream.catch(
    Stream.fromAsyncIterable(parts, (error) => error),
    (error) => {
      if (error instanceof CommandRefused) return Stream.fail(error)
      return error instanceof FileRefused
        ? Stream.fail(new CommandRefused({ message: error.message }))
        : Stream.die(error)
    }
  )
