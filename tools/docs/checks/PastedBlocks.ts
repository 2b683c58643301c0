import { dirname, join } from "node:path"
import { read, repository } from "../../Repository.ts"
import { importsFor, importsOf } from "../Imports.ts"
import { withTypes } from "../TypeProgram.ts"
import { type Block, copiedFrom, saidOf } from "./Blocks.ts"

/** A module that a reader has who copies blocks of a page, and where each of its lines stands in the page. */
export interface Module {
  readonly file: string
  readonly text: string
  /** The first line of each block in the module, from 0, and the block. */
  readonly blocks: ReadonlyArray<readonly [line: number, block: Block]>
}

/**
 * The modules of the blocks of a page. A block is a module of its own; blocks that are copied from one file are one, and so
 * is a block with `<!-- continues -->` and the one before it. What a comment `<!-- given: ... -->` declares, and what such a
 * file imports from other files that the page shows, stands above the blocks. A block is compiled next to the page, or instead of the file
 * that `<!-- at: ... -->` names; one with a title is that file in a folder of the page, where a later one of the title takes
 * its place. Blocks with `<!-- not compiled: reason -->` are left out.
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

/** Compiles modules as if they were files of the repository, and returns what is wrong with each by its place in the page. */
export const compileErrors = (modules: ReadonlyArray<Module>): ReadonlyArray<string> =>
  withTypes(new Map(modules.map(({ file, text }) => [file, text])), ({ program }) =>
    modules.flatMap((module) => {
      const file = join(repository, module.file)
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ pos, text }) => `${placeOf(module, pos)}: ${text}`
      )
    })
  )

/** The place in the page of a position in a module, which may be in what is given above the blocks. */
const placeOf = ({ blocks, text }: Module, position: number): string => {
  const line = text.slice(0, position).split("\n").length - 1
  const [start, block] = blocks.findLast(([start]) => start <= line) ?? blocks[0] ?? [0, undefined]
  if (block === undefined) return "no block"
  return `${block.page}:${block.line + Math.max(0, line - start) + 1}`
}
