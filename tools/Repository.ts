import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The repository's root folder. */
export const repository = join(import.meta.dirname, "..")

/** Reads a file of the repository by its path. */
export const read = (file: string): string => readFileSync(join(repository, file), "utf8")

/** Generated and installed files, which are not part of the repository. */
export const made: ReadonlyArray<string> = ["**/node_modules", "**/dist"]

/** The folder names of the packages with sources. */
export const packages: ReadonlyArray<string> = readdirSync(join(repository, "packages"))
  .filter((name) => existsSync(join(repository, "packages", name, "src")))
  .sort()

/** Returns the npm name of a package. The packages whose names people type have no scope. */
export const nameOf = (folder: string): string =>
  ["create-rollcall", "rollcall"].includes(folder) ? folder : `@rollcall/${folder}`

/** Runs a program to its end and returns its output. Throws an error with the complete output if the program fails. */
export const run = (program: string, options: ReadonlyArray<string>, folder: string = repository): string => {
  const done = spawnSync(program, options, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${program} ${options.join(" ")}\n${done.stdout}${done.stderr}`)
  return done.stdout
}
