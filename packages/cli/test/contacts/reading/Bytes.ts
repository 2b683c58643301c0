import { Result, Stream } from "effect"
import type { SourceRow } from "../../../src/contacts/reading/SourceRow.ts"

/** A text as the bytes of a file that come in pieces of this size. */
export const file = (text: string | Uint8Array, piece = 7) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.slice(at * piece, (at + 1) * piece)
  )
  return { name: "people.csv", size: bytes.length, bytes: Stream.fromIterable(pieces) }
}

/** Of each row its number, and what is sent of it or why nothing is. */
export const readingsOf = (rows: ReadonlyArray<SourceRow>) =>
  rows.map(({ number, reading }) => [
    number,
    Result.match(reading, { onFailure: (why) => why, onSuccess: ({ body }) => body })
  ])
