import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { Schema } from "effect"
import { read, repository, run } from "../../Repository.ts"
import { isOfRollcall } from "./LocalManifest.ts"

const Versions = Schema.optional(Schema.Record(Schema.String, Schema.String))
const manifestOf = Schema.decodeSync(
  Schema.fromJsonString(Schema.Struct({ dependencies: Versions, devDependencies: Versions }))
)

/** The examples that import packages like any project. The demo belongs to the repository instead. */
const examples: ReadonlyArray<string> = globSync("examples/*/package.json", { cwd: repository })
  .map(dirname)
  .filter((folder) => folder !== "examples/demo")
  .sort()

/** The packages that the examples install besides Rollcall. */
export const examplePackages: ReadonlyArray<string> = [
  ...new Set(
    examples.flatMap((folder) => {
      const { dependencies, devDependencies } = manifestOf(read(`${folder}/package.json`))
      return Object.keys({ ...dependencies, ...devDependencies })
    })
  )
].filter((name) => !isOfRollcall(name))

/** The strict compiler options for the sources. */
const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  types: ["node"],
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true
}

/** Copies the examples into a folder with the packages installed, and checks their types. */
export const copyExamples = (host: string): void => {
  for (const folder of examples) cpSync(join(repository, folder), join(host, folder), { recursive: true })
  // The repository's condition leads to sources, which Node does not run inside node_modules.
  for (const test of globSync("examples/*/test/*.ts", { cwd: host })) {
    const text = readFileSync(join(host, test), "utf8")
    writeFileSync(join(host, test), text.replaceAll('"--conditions=rollcall-source", ', ""))
  }
  // The packages' sources start the databases for the examples' tests.
  symlinkSync(join(repository, "packages"), join(host, "packages"))
  const paths = { "@/*": ["./examples/web-servers/src/nextjs/*"] }
  writeFileSync(
    join(host, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, lib: ["es2024", "esnext.iterator"], skipLibCheck: true, paths },
      include: ["examples/*/src"]
    })
  )
  // Rollcall's declarations are compiled with all declarations they import, and with the compiler's default libraries.
  const doors = ["rollcall", "rollcall/postgres", "@rollcall/http", "@rollcall/storage-sqlite"]
  writeFileSync(
    join(host, "doors.ts"),
    doors.map((door, index) => `export type * as door${index} from "${door}"\n`).join("")
  )
  writeFileSync(
    join(host, "tsconfig.doors.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false }, files: ["doors.ts"] })
  )
  for (const config of ["tsconfig.json", "tsconfig.doors.json"])
    run(join(repository, "node_modules/.bin/tsc"), ["-p", config], host)
}

/** Runs the copied examples' tests, except tests that read the repository. Returns their output if they fail. */
export const testExamples = async (host: string): Promise<string | undefined> => {
  const config = { test: { include: ["examples/*/test/**/*.test.ts"], testTimeout: 90_000, hookTimeout: 120_000 } }
  writeFileSync(join(host, "vitest.config.mjs"), `export default ${JSON.stringify(config)}\n`)
  const vitest = join(host, "node_modules/vitest/vitest.mjs")
  const tests = spawn(process.execPath, [vitest, "run", "--exclude", "**/HostBundle.test.ts"], {
    cwd: host,
    timeout: 600_000,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [stdout, stderr] = await Promise.all([text(tests.stdout), text(tests.stderr), once(tests, "close")])
  return tests.exitCode === 0 ? undefined : `ended with ${tests.exitCode ?? tests.signalCode}\n${stdout}${stderr}`
}
