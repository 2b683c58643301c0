import { type Block, blocksOf, saidOf, withoutBlocks } from "../docs/checks/Blocks.ts"

/** A file that the reader writes. */
interface FileStep {
  readonly kind: "file"
  /** The line at which the block begins. */
  readonly line: number
  /** The file's path, relative to the reader's folder. */
  readonly path: string
  readonly text: string
}

/** Lines that the reader runs. */
export interface ShellStep {
  readonly kind: "shell"
  readonly line: number
  readonly text: string
  /** Whether one of the lines must fail, as in a block that shows an error. */
  readonly fails: boolean
  /** Whether the lines continue to run in another terminal. */
  readonly background: boolean
  /** The output shown on the page. */
  readonly output?: { readonly line: number; readonly text: string }
}

const refused = (line: number, why: string): Error => new Error(`line ${line}: ${why}`)

/** Returns the hidden steps of a page: the lines in comments that begin with `walked:`. */
const hiddenSteps = (prose: string): ReadonlyArray<ShellStep> =>
  Array.from(prose.matchAll(/^ *<!-- (not )?walked:([^]*?)-->/gm)).flatMap(({ 1: not, 2: text = "", index }) => {
    const line = prose.slice(0, index).split("\n").length
    if (text.trim() === "") throw refused(line, `nothing behind "${not ?? ""}walked:"`)
    return not === undefined
      ? [{ kind: "shell", line, text: `${text.trim()}\n`, fails: false, background: false } as const]
      : []
  })

/**
 * What a page has its reader do, in order. A block is a file if it has a title (` ```ts title="app.ts"`) or names itself in
 * its first line (`// app.ts`); a later one with the same name takes its place. A block of `sh` is run. With the word `fails`
 * one of its lines has to fail, and with `background` it runs on until the end. A block of `text`, or one of any language with the
 * word `output`, is what the block of `sh` before it prints.
 *
 * A block behind `<!-- not walked: reason -->` is left out, and the lines of `<!-- walked: ... -->` are run as a block of `sh`
 * that readers do not see.
 */
export const stepsOf = (page: string): ReadonlyArray<FileStep | ShellStep> => {
  const prose = withoutBlocks(page)
  const open = prose.split("\n").findIndex((line) => /^\s*```/.test(line))
  if (open !== -1) throw refused(open + 1, "a block without its end")
  const steps: Array<FileStep | ShellStep> = []
  for (const block of [...hiddenSteps(prose), ...blocksOf("", page)].toSorted((a, b) => a.line - b.line)) {
    if ("kind" in block) steps.push(block)
    else if (saidOf(block, "not walked") === undefined) addTo(steps, block)
  }
  return steps
}

const addTo = (steps: Array<FileStep | ShellStep>, { language, line, text, title, words }: Block): void => {
  const last = steps.at(-1)
  if (title !== undefined) steps.push({ kind: "file", line, path: title, text })
  else if (["sh", "bash", "shell"].includes(language)) {
    const [fails, background] = [words.includes("fails"), words.includes("background")]
    steps.push({ kind: "shell", line, text, fails, background })
  } else if (language === "text" || words.includes("output")) {
    const isOfLast = last?.kind === "shell" && last.output === undefined
    if (!isOfLast) throw refused(line, "an output that no block of sh comes before")
    steps[steps.length - 1] = { ...last, output: { line: line + 1, text } }
  } else {
    const how = `give it a title, or write <!-- not walked: why --> before it`
    throw refused(line, `a block of ${language || "no language"} without a name: ${how}`)
  }
}
