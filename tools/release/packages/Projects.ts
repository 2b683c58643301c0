import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, globSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { text } from "node:stream/consumers"
import { Schema } from "effect"
import { read, repository, run } from "../../Repository.ts"
import { databaseFor } from "./HostDatabase.ts"
import { install } from "./Install.ts"
import { packedFiles } from "./PackLocal.ts"

/** Strict, with the compiler's own choice of libraries, and without `skipLibCheck`. */
export const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  skipLibCheck: false,
  types: ["node"],
  erasableSyntaxOnly: true,
  noEmit: true
}

const Versioned = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))
const Project = Schema.fromJsonString(Schema.Struct({ dependencies: Schema.Record(Schema.String, Schema.String) }))

/** The version of a package that `npm ci` installs in this repository. */
export const versionHere = (name: string): string =>
  Schema.decodeSync(Versioned)(read(`node_modules/${name}/package.json`)).version

/** Packages as a project installs them: those of Rollcall are the packed files, the others have the version that is here. */
export const asInstalled = (names: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const files = packedFiles()
  return Object.fromEntries(
    names.map((name) => {
      const file = files.get(name)
      return [name, file === undefined ? versionHere(name) : `file:${file}`]
    })
  )
}

/** The folders of programs, each of which is a project. */
export const projects: ReadonlyArray<string> = readdirSync(join(repository, "tools/release/programs"))

/** Copies a project into a folder outside of the workspace, installs what it depends on, and checks its types. */
export const installProject = async (project: string, folder: string): Promise<ReadonlyArray<string>> => {
  const sources = `tools/release/programs/${project}`
  cpSync(join(repository, sources), folder, { recursive: true })
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  const { dependencies } = Schema.decodeSync(Project)(read(`${sources}/package.json`))
  await install(folder, asInstalled(Object.keys(dependencies)))
  run(join(repository, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], folder)
  return globSync("*.ts", { cwd: folder }).sort()
}

/** Runs a program of a project in its own folder, a suite with Vitest, and returns what it printed if it fails. */
export const problemOf = async (project: string, file: string, server: string): Promise<string | undefined> => {
  const name = basename(file, ".ts")
  const [cwd, DATABASE_URL] = [join(project, name), await databaseFor(server, name.toLowerCase())]
  mkdirSync(cwd)
  const suite = [join(project, "node_modules/vitest/vitest.mjs"), "run", "--root", project, file]
  const program = spawn(process.execPath, file.endsWith(".test.ts") ? suite : [join(project, file)], {
    cwd,
    env: { ...process.env, DATABASE_URL },
    timeout: 300_000,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "close")])
  const { exitCode, signalCode } = program
  return exitCode === 0 ? undefined : `ended with ${exitCode ?? signalCode}\n${stdout}${stderr}`
}
