/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** The line of its fence, from 1. */
  readonly line: number
  readonly language: string
  /** The words behind its language. */
  readonly words: ReadonlyArray<string>
  /** The file that a reader makes of it, if it has a title or names one in its first line. */
  readonly title: string | undefined
  readonly text: string
  /** The comments of the page right before the block, without their marks: what they say of it is not shown to readers. */
  readonly comments: ReadonlyArray<string>
}

const fence = /^( *)```(\w*)([^\n]*)\n([^]*?)^ *```$/gm
const commentsBefore = /(?:<!--(?:(?!-->)[^])*-->\s*)+$/
const comment = /<!--\s*((?:(?!-->)[^])*?)\s*-->/g
const named = /^(?:\/\/|#|--|<!--) ([\w./-]+\.\w+)(?: -->)?\n/

/** The fenced blocks of a page, in their order. */
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

/** What a comment of the block says after `name:`, if one does. */
export const saidOf = ({ comments }: Block, name: string): string | undefined =>
  comments
    .find((text) => text.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()

/** The file of an example that the block copies, if it is a part of code. */
export const copiedFrom = ({ comments }: Block): string | undefined =>
  comments.find((text) => /^code \S+$/.test(text))?.replace(/^code |#.*$/g, "")

/** A page without its blocks, on the same lines. */
export const withoutBlocks = (text: string): string =>
  text.replaceAll(fence, (block) => block.replaceAll(/[^\n]+/g, ""))
