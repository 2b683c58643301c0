import { dirname, join } from "node:path"
import { read, repository } from "../../Repository.ts"
import { importsFor, importsOf } from "../Imports.ts"
import { withTypes } from "../TypeProgram.ts"
import { type Block, copiedFrom, saidOf } from "./Blocks.ts"

/** The module of a reader who copies a page's blocks, with each line's position in the page. */
export interface Module {
  readonly file: string
  readonly text: string
  /** Each block with the line at which it begins in the module, from 0. */
  readonly blocks: ReadonlyArray<readonly [line: number, block: Block]>
}

/**
 * Returns the modules of a page's blocks. Each block is a module, except that blocks copied from one file form one
 * module, and a block with `<!-- continues -->` belongs to the previous one. Above the blocks stand the declarations in
 * a comment `<!-- given: ... -->`, and the module's imports from other files shown on the page. A block is compiled
 * next to the page, or in place of the file in `<!-- at: ... -->`. A block with a title is that file in a folder of the
 * page, and a later block with that title replaces it. Blocks with `<!-- not compiled: reason -->` are skipped.
 */
export const modulesOf = (page: string, blocks: ReadonlyArray<Block>): ReadonlyArray<Module> => {
  const groups: Array<{ readonly key: string; readonly blocks: Array<Block> }> = []
  for (const block of blocks.filter(({ language }) => language === "ts")) {
    if (saidOf(block, "not compiled") !== undefined) continue
    const key = copiedFrom(block) ?? block.title ?? `${block.line}`
    const group = block.comments.includes("continues") ? groups.at(-1) : groups.find((one) => one.key === key)
    if (group === undefined) groups.push({ key, blocks: [block] })
    else if (block.title !== undefined) group.blocks.splice(0, group.blocks.length, block)
    else group.blocks.push(block)
  }
  const copied = new Set(blocks.flatMap((block) => copiedFrom(block) ?? []))
  const isShown = (file: string) => copied.has(file)
  return groups.map(({ blocks: ones }, index) =>
    moduleOf(`${page.replace(/\.md$/, "")}.pasted${index}.ts`, ones, isShown)
  )
}

const moduleOf = (name: string, blocks: ReadonlyArray<Block>, isShown: (file: string) => boolean): Module => {
  const [first] = blocks
  const source = first === undefined ? undefined : copiedFrom(first)
  const code = blocks.map(({ text }) => text).join("\n")
  const given = blocks.flatMap((block) => saidOf(block, "given") ?? [])
  const hidden =
    source === undefined
      ? []
      : importsOf(read(source)).filter(
          ({ specifier }) => specifier.startsWith(".") && isShown(join(dirname(source), specifier))
        )
  const shown = importsOf(code).map(({ specifier }) => specifier)
  const imports = importsFor(
    hidden.filter(({ specifier }) => !shown.includes(specifier)),
    `${code}\n${given.join("\n")}`
  )
  const lines = [...imports, ...given].join("\n").split("\n")
  const starts: Array<readonly [number, Block]> = []
  for (const block of blocks) {
    starts.push([lines.length, block])
    lines.push(...block.text.split("\n"))
  }
  const at = (first && saidOf(first, "at")) ?? source
  const file =
    at !== undefined
      ? join(dirname(at), name.replaceAll("/", "-"))
      : first?.title === undefined
        ? name
        : join(name.replace(/\.pasted\d+\.ts$/, ".pasted"), first.title)
  return { file, text: lines.join("\n"), blocks: starts }
}

/** Compiles modules as if they were files of the repository, and returns their errors with the position in the page. */
export const compileErrors = (modules: ReadonlyArray<Module>): ReadonlyArray<string> =>
  withTypes(new Map(modules.map(({ file, text }) => [file, text])), ({ program }) =>
    modules.flatMap((module) => {
      const file = join(repository, module.file)
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ pos, text }) => `${placeOf(module, pos)}: ${text}`
      )
    })
  )

/** Returns the position in the page for a position in a module, which may be in the declarations above the blocks. */
const placeOf = ({ blocks, text }: Module, position: number): string => {
  const line = text.slice(0, position).split("\n").length - 1
  const [start, block] = blocks.findLast(([start]) => start <= line) ?? blocks[0] ?? [0, undefined]
  if (block === undefined) return "no block"
  return `${block.page}:${block.line + Math.max(0, line - start) + 1}`
}
