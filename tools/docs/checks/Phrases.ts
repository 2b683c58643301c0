import { globSync } from "node:fs"
import { made, read, repository } from "../../Repository.ts"
import { withoutBlocks } from "./Blocks.ts"

/** Phrases that make readers stop. Say only, next to, instead of, again, except, must be, or name the thing. */
const phrases =
  /(?<![\w-])(?:ones? that|those (?:that|which|whose)|that which|(?<!there )(?:is|are|has|have) none|alone|beside|in the place of|anew|of (?:its|their|your) own|of yours|stands? in|comes? to|but for|(?:is|are) so(?=[.,;:])|(?:has|have) to be|mend(?:s|ed)?|whom|as people do|from (?!now |then )(?:[\w']+ ){1,4}on(?=[.,;:]))(?![\w-])/gi

const docstring = /\/\*\*[^]*?\*\/|^ *\/\/ .*$/gm
const sentence = /"(?:[^"\\\n]* ){3}[^"\\\n]*"|`(?:[^`\\\n]* ){3}[^`\\\n]*`/g
const sources = ["packages/*/src/**/*.{ts,tsx}"]

/**
 * Texts for readers: their files, and the maximum number of phrases per 10,000 words. Lower a limit when the number
 * falls below it.
 */
const kinds = [
  { kind: "pages", files: ["*.md", "docs/**/*.md", "packages/*/README.md"], limit: 4, textOf: withoutBlocks },
  { kind: "comments", files: sources, limit: 2, textOf: (text: string) => (text.match(docstring) ?? []).join("\n") },
  {
    kind: "messages",
    files: sources,
    limit: 24,
    textOf: (text: string) => (text.replaceAll(docstring, "").match(sentence) ?? []).join("\n")
  }
]

/** Returns the phrases in a text outside backquotes, and its number of words. */
export const phrasesIn = (text: string): { readonly found: ReadonlyArray<string>; readonly words: number } => {
  const prose = text.replaceAll(/\n *(?:\*|\/\/)? */g, " ").replaceAll(/ `[^`]*`/g, " _")
  return { found: prose.match(phrases) ?? [], words: prose.match(/[\w'-]+/g)?.length ?? 0 }
}

/** Reports each kind of text with too many phrases: the most frequent phrases, and the files with most of them. */
export const tooManyPhrases = (rows = kinds): ReadonlyArray<string> =>
  rows.flatMap(({ files, kind, limit, textOf }) => {
    const paths = globSync(files, { cwd: repository, exclude: [...made, "CHANGELOG.md"] })
    const counted = paths.map((file) => ({ file, ...phrasesIn(textOf(read(file))) }))
    const words = counted.reduce((sum, one) => sum + one.words, 0)
    const found = counted.flatMap((one) => one.found)
    const share = (found.length * 10_000) / Math.max(words, 1)
    if (share <= limit) return []
    const worst = counted.toSorted((a, b) => b.found.length - a.found.length).slice(0, 5)
    const where = worst.map((one) => `${one.file} (${[...new Set(one.found)].join(", ")})`).join("; ")
    return [
      `${kind}: ${share.toFixed(1)} awkward phrases in 10,000 words, at most ${limit} are allowed. Most: ${where}`
    ]
  })
