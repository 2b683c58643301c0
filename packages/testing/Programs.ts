import { mkdirSync, existsSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the programs of this run. */
    readonly programs: string
  }
}

let ownFolder: string | undefined

/** The folder of the programs of this run. Outside of tests, as in the bench, it is one of this process. */
const folderOfPrograms = () => {
  if (process.env["VITEST"] !== undefined) return inject("programs")
  if (ownFolder !== undefined) return ownFolder
  const folder = mkdtempSync(join(tmpdir(), "rollcall-programs-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  ownFolder = folder
  return folder
}

/**
 * Returns a program as one file, which starts in a part of the time that its sources take: most of what a started process
 * does is to read them. The first test of a run that needs it makes it, and the others wait. One that is a file already is
 * returned as it is.
 */
export const programOf = async (module: string): Promise<string> => {
  if (module.endsWith(".mjs")) return module
  const file = join(folderOfPrograms(), `${module.replaceAll(/\W+/g, "-")}.mjs`)
  const lock = `${file}.lock`
  while (!existsSync(file)) {
    try {
      mkdirSync(lock)
    } catch {
      await setTimeout(20)
      continue
    }
    try {
      if (existsSync(file)) break
      const { bundleQuickly } = await import("../../tools/release/packages/BundleProgram.ts")
      writeFileSync(`${file}.new`, await bundleQuickly(module))
      renameSync(`${file}.new`, file)
    } finally {
      rmdirSync(lock)
    }
  }
  return file
}

/** What has Node keep the compiled code of a program as long as the program. */
export const cacheOf = (program: string) => ({ NODE_COMPILE_CACHE: join(dirname(program), "compiled") })
