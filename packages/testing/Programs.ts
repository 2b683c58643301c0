import { mkdirSync, existsSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of this run's programs. */
    readonly programs: string
  }
}

let ownFolder: string | undefined

/** Returns the folder of this run's programs. Outside tests, as in the bench, the folder belongs to this process. */
const folderOfPrograms = () => {
  if (process.env["VITEST"] !== undefined) return inject("programs")
  if (ownFolder !== undefined) return ownFolder
  const folder = mkdtempSync(join(tmpdir(), "rollcall-programs-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  ownFolder = folder
  return folder
}

/**
 * Returns a program bundled into one file, which starts faster than its sources, because a started process spends most
 * of its time reading them. The first test that needs the program builds it, and other tests wait. A program that is
 * already one file is returned unchanged.
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

/** Returns environment variables that make Node cache a program's compiled code next to the program. */
export const cacheOf = (program: string) => ({ NODE_COMPILE_CACHE: join(dirname(program), "compiled") })
