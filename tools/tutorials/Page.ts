/** A file that a page has its reader write. */
export interface FileStep {
  readonly kind: "file"
  /** The line of the page that its block begins in. */
  readonly line: number
  /** Where it is written, from the folder that the reader is in. */
  readonly path: string
  readonly text: string
}

/** Lines that a page has its reader run. */
export interface ShellStep {
  readonly kind: "shell"
  readonly line: number
  readonly text: string
  /** Whether a line of it has to fail, as one that shows an error does. */
  readonly fails: boolean
  /** Whether it runs on while the reader goes on, in another terminal. */
  readonly background: boolean
  /** What the page says that it prints. */
  readonly output?: { readonly line: number; readonly text: string }
}

export type Step = FileStep | ShellStep

/** A block of a page that cannot be walked. */
export class UnwalkableBlock extends Error {
  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`)
  }
}

/** A fenced block, or a comment for the walk, with the reason for which it is left out, if it is. */
interface Block {
  readonly line: number
  readonly language: string
  readonly words: string
  readonly text: string
  readonly leftOut: boolean
}

const shells = ["sh", "bash", "shell"]

/**
 * What a page has its reader do, in order. A block is a file if it has a title (` ```ts title="app.ts"`) or names itself in
 * its first line (`// app.ts`); a later one with the same name takes its place. A block of `sh` is run. With the word `fails`
 * one of its lines has to fail, and with `background` it runs on until the end. A block of `text`, or one of any language with the
 * word `output`, is what the block of `sh` before it prints.
 *
 * A block behind `<!-- not walked: reason -->` is left out, and the lines of `<!-- walked: ... -->` are run as a block of `sh`
 * that readers do not see.
 */
export const stepsOf = (page: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let printing: ShellStep | undefined
  for (const block of blocksOf(page)) {
    if (block.leftOut) continue
    const path = pathOf(block)
    if (path !== undefined) {
      steps.push({ kind: "file", line: block.line, path, text: block.text })
      printing = undefined
    } else if (shells.includes(block.language)) {
      printing = shellOf(block)
      steps.push(printing)
    } else if (block.language === "text" || hasWord(block, "output")) {
      if (printing === undefined) throw new UnwalkableBlock(block.line, "an output that no block of sh comes before")
      steps[steps.length - 1] = { ...printing, output: { line: block.line + 1, text: block.text } }
      printing = undefined
    } else {
      const how = `give it a title, or write <!-- not walked: why --> before it`
      throw new UnwalkableBlock(block.line, `a block of ${block.language || "no language"} without a name: ${how}`)
    }
  }
  return steps
}

const hasWord = ({ words }: Block, word: string): boolean => words.split(/\s+/).includes(word)

const shellOf = (block: Block): ShellStep => ({
  kind: "shell",
  line: block.line,
  text: block.text,
  fails: hasWord(block, "fails"),
  background: hasWord(block, "background")
})

const pathOf = ({ text, words }: Block): string | undefined =>
  /\btitle="([^"]+)"/.exec(words)?.[1] ?? /^(?:\/\/|#|--|<!--) ([\w./-]+\.\w+)(?: -->)?(?:\n|$)/.exec(text)?.[1]

const fence = /^(\s*)(`{3,}|~{3,})\s*(\w*)\s*(.*)$/
const comment = /^\s*<!-- (walked|not walked):(.*)$/

/** The fenced blocks of a page, and its comments for the walk. */
const blocksOf = (page: string): ReadonlyArray<Block> => {
  const lines = page.split("\n")
  const blocks: Array<Block> = []
  let leftOut = false
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1
    const [, indent = "", marks, language = "", words = ""] = fence.exec(lines[at] ?? "") ?? []
    const [, kind, said = ""] = comment.exec(lines[at] ?? "") ?? []
    if (marks !== undefined) {
      const end = lines.findIndex((text, index) => index > at && text.trim() === marks)
      if (end === -1) throw new UnwalkableBlock(line, "a block without its end")
      const inside = lines
        .slice(at + 1, end)
        .map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text))
      blocks.push({ line, language, words, text: textOf(inside), leftOut })
      leftOut = false
      at = end
    } else if (kind !== undefined) {
      const end = lines.findIndex((text, index) => index >= at && text.includes("-->"))
      if (end === -1) throw new UnwalkableBlock(line, "a comment without its end")
      const text = [said, ...lines.slice(at + 1, end + 1)].join("\n").replace(/-->[^]*$/, "")
      if (text.trim() === "") throw new UnwalkableBlock(line, `nothing behind "${kind}:"`)
      if (kind === "not walked") leftOut = true
      else blocks.push({ line, language: "sh", words: "", text: `${text.trim()}\n`, leftOut: false })
      at = end
    }
  }
  return blocks
}

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")
