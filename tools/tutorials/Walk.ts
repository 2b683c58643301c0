import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { foreignBelow } from "../release/packages/Install.ts"
import { readersEnvironment } from "./Environment.ts"
import { differenceOf } from "./Output.ts"
import { type ShellStep, stepsOf } from "./Page.ts"
import { type Ran, openTerminal } from "./Terminal.ts"

/** The reason why a tutorial stopped: the page's line, and the problem there. */
export interface Stumble {
  readonly line: number
  readonly problem: string
}

/** Returns the problem with a block's result, if any. Output may arrive for some time after the lines have run. */
const problemOf = async (step: ShellStep, { failed, printed }: Ran, time: number): Promise<Stumble | undefined> => {
  const [said, { line, output }] = [printed(), step]
  if (step.fails && failed === 0) return { line, problem: `no line fails, and one has to:\n${said}` }
  if (!step.fails && failed > 0) return { line, problem: `${failed} of its lines failed:\n${said}` }
  if (output === undefined) return undefined
  const begun = performance.now()
  let difference = differenceOf(output.text, printed())
  while (difference !== undefined && performance.now() - begun < time) {
    await setTimeout(50)
    difference = differenceOf(output.text, printed())
  }
  return difference === undefined
    ? undefined
    : {
        line: output.line + difference.index,
        problem: `the page says\n  ${difference.expected}\nand what was printed is\n${difference.printed}`
      }
}

/** The reader's environment, and the waiting time. */
interface WalkOptions {
  /** The clone in the reader's `~/rollcall`. */
  readonly clone?: string
  /** Environment variables of the reader. */
  readonly variables?: Readonly<Record<string, string>>
  /** How many milliseconds a background job has to print the page's output. Default: 15,000. */
  readonly time?: number
}

/**
 * Follows a page in a new folder, and returns where the result differs from the page. A page that installs Rollcall
 * must install it from files.
 */
export const walk = async (
  page: string,
  { clone, time = 15_000, variables = {} }: WalkOptions = {}
): Promise<Stumble | undefined> => {
  const root = mkdtempSync(join(tmpdir(), "rollcall-walk-"))
  const [folder, scratch, home] = [join(root, "folder"), join(root, "blocks"), join(root, "home")]
  for (const each of [folder, scratch, home]) mkdirSync(each)
  if (clone !== undefined) symlinkSync(clone, join(home, "rollcall"))
  const terminal = openTerminal(folder, scratch, readersEnvironment(home, variables))
  try {
    for (const step of stepsOf(page)) {
      if (step.kind === "file") {
        const file = join(terminal.folder(), step.path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, step.text)
      } else {
        const ran = await terminal.run(step.text, step.background).catch((error: unknown) => String(error))
        const stumble = typeof ran === "string" ? { line: step.line, problem: ran } : await problemOf(step, ran, time)
        if (stumble !== undefined) return stumble
      }
    }
    const foreign = foreignBelow(root)
    return foreign.length > 0 ? { line: 1, problem: foreign.join("\n") } : undefined
  } finally {
    await terminal.close()
    rmSync(root, { recursive: true, force: true })
  }
}
