import { Result } from "effect"
import { FileRefused } from "../src/file/FileRefused.ts"
import type { SourceRow } from "../src/rows/SourceRow.ts"

/** A text as the bytes of a file that come in pieces of this size. */
export const file = (text: string | Uint8Array, piece = 7) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.slice(at * piece, (at + 1) * piece)
  )
  return { name: "people.csv", size: bytes.length, bytes: inPieces(pieces) }
}

const inPieces = <A>(pieces: ReadonlyArray<A>): AsyncIterable<A> => ({
  async *[Symbol.asyncIterator]() {
    yield* pieces
  }
})

/** All pieces of a file as one. */
export const allOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Array<Uint8Array> = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The message of what a file is refused with. */
export const refusalOf = async (read: Promise<unknown>): Promise<string> => {
  const error: unknown = await read.then(
    () => "it was read",
    (error: unknown) => error
  )
  return error instanceof FileRefused ? error.message : String(error)
}

/** Of each row its number, and what is sent of it or why nothing is. */
export const readingsOf = (rows: ReadonlyArray<SourceRow>) =>
  rows.map(({ number, reading }) => [
    number,
    Result.match(reading, { onFailure: (why) => why, onSuccess: ({ body }) => body })
  ])
