/** A piece of a line: plain text, formatted text, or a placeholder for an unknown value. */
export type Inline =
  | string
  | { readonly mark: Mark; readonly children: ReadonlyArray<Inline> }
  | { readonly place: string }
type Mark = "bold" | "italic" | "strike" | "code"

/** Neighbouring lines of the same kind. */
export type Block =
  | { readonly kind: "text" | "quote" | "bullets"; readonly lines: ReadonlyArray<ReadonlyArray<Inline>> }
  | { readonly kind: "numbers"; readonly from: number; readonly lines: ReadonlyArray<ReadonlyArray<Inline>> }

/** The delimiters of a placeholder's name. They are noncharacters of Unicode, so no value contains them. */
const placeStart = "\uFDD0"
const placeEnd = "\uFDD1"

/** Writes the placeholder for an unknown value. */
export const markPlace = (name: string): string => placeStart + name + placeEnd

/** A value without the delimiters of placeholders. */
export const withoutMarks = (value: string): string => value.replace(/[\uFDD0\uFDD1]/g, "")

const marks: Readonly<Record<string, Mark>> = { "*": "bold", _: "italic", "~": "strike", "`": "code" }

/** Parses the messenger's formatting: bold, italic, strikethrough, code, quotes and lists. Everything else is plain. */
export const formatText = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  for (const line of linesOf(text)) {
    const next = blockOf(line)
    const last = blocks.at(-1)
    if (last?.kind === next.kind) blocks.splice(-1, 1, { ...last, lines: [...last.lines, ...next.lines] })
    else blocks.push(next)
  }
  return blocks
}

/** A line: its text, and code between fences. Code may span several lines. */
type Line = ReadonlyArray<{ readonly text: string; readonly isCode: boolean }>

const linesOf = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Array<Line[number]>> = [[]]
  const add = (piece: Line[number]) => piece.text !== "" && lines.at(-1)?.push(piece)
  for (const [at, chunk] of text.split(/```([^]+?)```/).entries()) {
    if (at % 2 === 1) add({ text: chunk, isCode: true })
    else {
      for (const [index, piece] of chunk.split("\n").entries()) {
        if (index > 0) lines.push([])
        add({ text: piece, isCode: false })
      }
    }
  }
  return lines
}

const blockOf = (line: Line): Block => {
  const [first, ...rest] = line
  const text = first === undefined || first.isCode ? "" : first.text
  const [prefix = "", number] = /^(?:> ?|[*-] |(\d{1,3})\. )/.exec(text) ?? []
  const pieces = prefix === "" || first === undefined ? line : [{ ...first, text: text.slice(prefix.length) }, ...rest]
  const lines = [
    pieces.flatMap((piece): ReadonlyArray<Inline> =>
      piece.isCode ? [{ mark: "code", children: readPlaces(piece.text) }] : readInline(piece.text, "")
    )
  ]
  if (number !== undefined) return { kind: "numbers", from: Number(number), lines }
  return { kind: prefix === "" ? "text" : prefix.startsWith(">") ? "quote" : "bullets", lines }
}

/**
 * Reads the formatting of a line. A sign must stand before a word and after a word. `within` has the signs that are already
 * open.
 */
const readInline = (text: string, within: string): ReadonlyArray<Inline> => {
  const found: Array<Inline> = []
  // A sign that is not closed after one position is not closed after a later position either.
  let open = within
  let done = 0
  for (let at = 0; at < text.length - 2; at++) {
    const sign = text.charAt(at)
    const mark = marks[sign]
    if (mark === undefined || open.includes(sign) || isWord(text[at - 1]) || isSpace(text[at + 1])) continue
    const end = endOf(text, sign, at + 1)
    if (end === -1) {
      open += sign
      continue
    }
    const inner = text.slice(at + 1, end)
    const children = mark === "code" ? readPlaces(inner) : readInline(inner, within + sign)
    found.push(...readPlaces(text.slice(done, at)), { mark, children })
    done = end + 1
    at = end
  }
  found.push(...readPlaces(text.slice(done)))
  return found
}

const endOf = (text: string, sign: string, from: number): number => {
  for (let end = text.indexOf(sign, from + 1); end !== -1; end = text.indexOf(sign, end + 1)) {
    if (!isSpace(text[end - 1]) && !isWord(text[end + 1])) return end
  }
  return -1
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
const isSpace = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter)

/** Parses a string with placeholders and no formatting, such as a URL. */
export const readPlaces = (text: string): ReadonlyArray<Inline> =>
  text.split(/\uFDD0([^\uFDD1]*)\uFDD1/).flatMap((piece, at): ReadonlyArray<Inline> => {
    if (at % 2 === 1) return [{ place: piece }]
    return piece === "" ? [] : [piece]
  })
