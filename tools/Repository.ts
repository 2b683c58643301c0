import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder that holds everything. */
export const repository = join(import.meta.dirname, "..")

/** A file of the repository, by its path in it. */
export const read = (file: string): string => readFileSync(join(repository, file), "utf8")

/** What is made or installed, and is no part of the repository. */
export const made: ReadonlyArray<string> = ["**/node_modules", "**/dist"]

/** The packages that have sources, by their folders' names. */
export const packages: ReadonlyArray<string> = readdirSync(join(repository, "packages"))
  .filter((name) => existsSync(join(repository, "packages", name, "src")))
  .sort()

/** The name under which a package is installed: those that people type have no scope. */
export const nameOf = (folder: string): string =>
  ["create-rollcall", "rollcall"].includes(folder) ? folder : `@rollcall/${folder}`

/** Runs a program to its end and gives what it printed; its failure is an error with all that it said. */
export const run = (program: string, options: ReadonlyArray<string>, folder: string = repository): string => {
  const done = spawnSync(program, options, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${program} ${options.join(" ")}\n${done.stdout}${done.stderr}`)
  return done.stdout
}
