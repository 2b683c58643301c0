import { globSync } from "node:fs"
import { read, repository } from "../../Repository.ts"
import { blocksOf } from "./Blocks.ts"
import { exceptions, isExcepted, unusedExceptions } from "./Exceptions.ts"
import { documentTexts, knownNames } from "./KnownNames.ts"
import { checkNames } from "./Names.ts"
import { compileErrors, modulesOf } from "./PastedBlocks.ts"
import { commandNames, treatmentOf } from "./ShellBlocks.ts"

/** The pages that are checked. */
export const checkedPages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/**/*.md", "packages/*/README.md"]

/** What is wrong with the pages, and how much was looked at. */
export interface PageReport {
  readonly problems: ReadonlyArray<string>
  readonly summary: string
}

/** Compiles the blocks of the pages, and looks up what they name. */
export const checkPages = (): PageReport => {
  const known = knownNames()
  const pages = globSync(checkedPages, { cwd: repository })
    .sort()
    .map((page) => ({ page, text: read(page) }))
  const blocks = pages.map(({ page, text }) => ({ page, blocks: blocksOf(page, text) }))
  const modules = blocks.flatMap(({ blocks, page }) => modulesOf(page, blocks))
  const compiled = modules.reduce((count, module) => count + module.blocks.length, 0)

  const shell = blocks.flatMap(({ blocks }) => blocks).filter(({ language }) => language === "sh")
  const untreated = shell.filter((block) => treatmentOf(block) === undefined)
  const marked = shell.filter((block) => "notWalked" in (treatmentOf(block) ?? {})).length
  const commands = shell.flatMap((block) => commandNames(block, known).map((named) => ({ block, ...named })))

  const findings = [...pages, { page: "/openapi.json", text: documentTexts() }].map(({ page, text }) =>
    checkNames(page, text, known)
  )
  const unknown = findings.flatMap((one) => one.unknown)
  const count = findings.reduce((sum, { checked }) => sum + checked, commands.length)
  return {
    problems: [
      ...compileErrors(modules),
      ...untreated.map(({ line, page }) => `${page}:${line}: no program runs the block, and no comment says why`),
      ...commands
        .filter(({ is }) => !is)
        .map(({ block: { line, page }, kind, name }) => `${page}:${line}: no ${kind} ${name}`),
      ...unknown
        .filter(({ name, page }) => !isExcepted(exceptions, page, name))
        .map(({ kind, line, name, page }) => `${page}:${line}: no ${kind} ${name}`),
      ...unusedExceptions(exceptions, unknown).map((name) => `${name} is an exception that no page needs`)
    ],
    summary:
      `${compiled} blocks of TypeScript compiled, ${shell.length - untreated.length - marked} of ${shell.length} blocks for a ` +
      `shell run, ${marked} marked with a reason; ${count} names looked up`
  }
}
