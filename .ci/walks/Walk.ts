import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { readersEnvironment } from "./Environment.ts"
import { differenceOf } from "./Output.ts"
import { type ShellStep, stepsOf } from "./Page.ts"
import { type Ran, openTerminal } from "./Terminal.ts"

/** Why a walk stopped: the line of the page, and what is wrong there. */
export interface Stumble {
  readonly line: number
  readonly problem: string
}

/** What is wrong with what a block has done, or nothing. What it prints may come for some time after its lines have run. */
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

/**
 * Does what a page says, in a fresh folder, and returns where that is not as the page says. What jobs in the background print is
 * waited for, for `time` milliseconds.
 */
export const walk = async (
  page: string,
  npm: Readonly<Record<string, string>> = {},
  time = 15_000
): Promise<Stumble | undefined> => {
  const root = mkdtempSync(join(tmpdir(), "rollcall-walk-"))
  const [folder, scratch, home] = [join(root, "folder"), join(root, "blocks"), join(root, "home")]
  for (const each of [folder, scratch, home]) mkdirSync(each)
  const terminal = openTerminal(folder, scratch, readersEnvironment(home, npm))
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
    return undefined
  } finally {
    await terminal.close()
    rmSync(root, { recursive: true, force: true })
  }
}
