/** A page's fenced block. */
export interface Block {
  readonly page: string
  /** The line of the opening fence, from 1. */
  readonly line: number
  readonly language: string
  /** The words after the language. */
  readonly words: ReadonlyArray<string>
  /** The file that the reader creates from the block, given by its title or its first line. */
  readonly title: string | undefined
  readonly text: string
  /** The comments right before the block, without comment marks. Readers do not see them. */
  readonly comments: ReadonlyArray<string>
}

const fence = /^( *)```(\w*)([^\n]*)\n([^]*?)^ *```$/gm
const commentsBefore = /(?:<!--(?:(?!-->)[^])*-->\s*)+$/
const comment = /<!--\s*((?:(?!-->)[^])*?)\s*-->/g
const named = /^(?:\/\/|#|--|<!--) ([\w./-]+\.\w+)(?: -->)?\n/

/** Returns a page's fenced blocks in order. */
export const blocksOf = (page: string, text: string): ReadonlyArray<Block> =>
  Array.from(text.matchAll(fence), ({ 1: indent = "", 2: language = "", 3: words = "", 4: lines = "", index }) => {
    const before = text.slice(0, index)
    const code = lines.replaceAll(RegExp(`^${indent}`, "gm"), "")
    const [, title = named.exec(code)?.[1]] = /\btitle="([^"]+)"/.exec(words) ?? []
    return {
      page,
      line: before.split("\n").length,
      language,
      words: words.split(/\s+/).filter((word) => word !== ""),
      title,
      text: code,
      comments: Array.from((commentsBefore.exec(before)?.[0] ?? "").matchAll(comment), ([, said = ""]) => said)
    }
  })

/** Returns the text after `name:` in a block's comment, or undefined. */
export const saidOf = ({ comments }: Block, name: string): string | undefined =>
  comments
    .find((text) => text.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()

/** Returns the example file that the block copies; undefined if the block is no code part. */
export const copiedFrom = ({ comments }: Block): string | undefined =>
  comments.find((text) => /^code \S+$/.test(text))?.replace(/^code |#.*$/g, "")

/** Returns a page without its blocks, with unchanged line numbers. */
export const withoutBlocks = (text: string): string =>
  text.replaceAll(fence, (block) => block.replaceAll(/[^\n]+/g, ""))
