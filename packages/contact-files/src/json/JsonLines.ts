import { byteLength } from "../file/Bytes.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"

/** A line of a file with something in it. */
export interface TextLine {
  readonly text: string
  /** Its number, from 1. */
  readonly line: number
  /** How many bytes of the file end with it. */
  readonly end: number
}

/** The longest line, in UTF-16 units. */
const maxLineLength = 1024 * 1024

/**
 * The lines of a file without blank lines, as many at a time as a piece of the file ends. Fails with the number of a line
 * that is longer than 1 MiB.
 */
export async function* textLines({
  bytes,
  name
}: Pick<InputFile, "bytes" | "name">): AsyncGenerator<ReadonlyArray<TextLine>> {
  const decoder = new TextDecoder()
  let [rest, line, end] = ["", 0, 0]
  const next = (text: string, ended: 0 | 1): ReadonlyArray<TextLine> => {
    line++
    end += byteLength(text) + ended
    return text.trim() === "" ? [] : [{ text: text.trim(), line, end }]
  }
  for await (const piece of bytes) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split("\n")
    rest = parts.pop() ?? ""
    const tooLong = parts.findIndex((part) => part.length > maxLineLength)
    const at = tooLong >= 0 ? tooLong : rest.length > maxLineLength ? parts.length : undefined
    if (at !== undefined) throw new FileRefused(`${name}: line ${line + at + 1}: it is longer than 1 MiB`)
    yield parts.flatMap((part) => next(part, 1))
  }
  yield next(rest, 0)
}
