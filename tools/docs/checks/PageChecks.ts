import { globSync } from "node:fs"
import { read, repository } from "../../Repository.ts"
import { blocksOf } from "./Blocks.ts"
import { exampleModules } from "./DocstringExamples.ts"
import { compileErrors, modulesOf } from "./PastedBlocks.ts"
import { treatmentOf } from "./ShellBlocks.ts"

/** The checked pages. */
export const checkedPages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/**/*.md", "packages/*/README.md"]

/** The problems in the pages, and a summary of what was checked. */
export interface PageReport {
  readonly problems: ReadonlyArray<string>
  readonly summary: string
}

/** Compiles the pages' blocks and the docstrings' examples, and finds shell blocks that nothing runs. */
export const checkPages = (): PageReport => {
  const pages = globSync(checkedPages, { cwd: repository })
    .sort()
    .map((page) => ({ page, blocks: blocksOf(page, read(page)) }))
  const modules = [...pages.flatMap(({ blocks, page }) => modulesOf(page, blocks)), ...exampleModules()]
  const compiled = modules.reduce((count, module) => count + module.blocks.length, 0)

  const shell = pages.flatMap(({ blocks }) => blocks).filter(({ language }) => language === "sh")
  const untreated = shell.filter((block) => treatmentOf(block) === undefined)
  const marked = shell.filter((block) => "notWalked" in (treatmentOf(block) ?? {})).length
  return {
    problems: [
      ...compileErrors(modules),
      ...untreated.map(({ line, page }) => `${page}:${line}: no program runs the block, and no comment says why`)
    ],
    summary:
      `${compiled} blocks of TypeScript compiled, ${shell.length - untreated.length - marked} of ${shell.length} blocks for a ` +
      `shell run, ${marked} marked with a reason`
  }
}
