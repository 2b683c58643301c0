import { byteLength } from "../file/Bytes.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"
import { ListItems } from "./ListItems.ts"
import type { TextLine } from "./TextLine.ts"

/** The maximum length of a line or item, in UTF-16 units. */
const maxLineLength = 1024 * 1024

/**
 * Returns the non-blank lines of a file, or the items of a file that is a JSON list, in one group per piece of the file.
 * Fails with the line number if a line is longer than 1 MiB or a list doesn't end.
 */
export async function* textLines({
  bytes,
  name
}: Pick<InputFile, "bytes" | "name">): AsyncGenerator<ReadonlyArray<TextLine>> {
  const decoder = new TextDecoder()
  const refuse = (line: number, why: string): never => {
    throw new FileRefused(`${name}: line ${line}: ${why}`)
  }
  let reader: Lines | ListItems | undefined
  let begin = ""
  const push = (text: string): ReadonlyArray<TextLine> => {
    begin += text
    if (reader === undefined && begin.trimStart() === "") return []
    reader ??= begin.trimStart().startsWith("[") ? new ListItems(maxLineLength, refuse) : new Lines(refuse)
    const lines = reader.push(begin)
    begin = ""
    return lines
  }
  for await (const piece of bytes) yield push(decoder.decode(piece, { stream: true }))
  yield reader?.end() ?? []
}

class Lines {
  private readonly refuse: (line: number, why: string) => never
  private rest = ""
  private line = 0
  private before = 0

  constructor(refuse: Lines["refuse"]) {
    this.refuse = refuse
  }

  push(text: string): ReadonlyArray<TextLine> {
    const parts = (this.rest + text).split("\n")
    this.rest = parts.pop() ?? ""
    const tooLong = parts.findIndex((part) => part.length > maxLineLength)
    const at = tooLong >= 0 ? tooLong : this.rest.length > maxLineLength ? parts.length : undefined
    if (at !== undefined) return this.refuse(this.line + at + 1, "the line is longer than 1 MiB")
    return parts.flatMap((part) => this.next(part, 1))
  }

  end(): ReadonlyArray<TextLine> {
    return this.next(this.rest, 0)
  }

  private next(text: string, ended: 0 | 1): ReadonlyArray<TextLine> {
    this.line++
    this.before += byteLength(text) + ended
    return text.trim() === "" ? [] : [{ text: text.trim(), line: this.line, end: this.before }]
  }
}
