import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { text } from "node:stream/consumers"
import { Schema } from "effect"
import { startServer } from "../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { walkServer } from "../deployment/ServerWalk.ts"
import { namesOf, serviceFiles, servicesOf } from "../docs/reference/Services.ts"
import { readSources } from "../docs/reference/source/Types.ts"
import { closeCompiler } from "../docs/TypeProgram.ts"
import { shownIn } from "../editor/Hovers.ts"
import { read, repository, run } from "../Repository.ts"
import { databaseFor } from "./HostDatabase.ts"
import { installedChecks, old } from "./InstalledChecks.ts"
import { servePacked } from "./PackedRegistry.ts"
import { packageIn, renamed } from "./Registry.ts"

// `npm run check:programs`: installs the packed packages in a folder outside of the workspace, as a host does, checks
// the types of the programs there, those of every declaration that they reach included, and runs each of them. It checks how
// all packages are installed, and last walks the tutorial of the server with the executable that they bring.

const sources = join(repository, ".ci/programs")
/** The most lines that a program may have, where it has to be short. */
const most: Readonly<Record<string, number>> = { "PromiseHost.ts": 20 }

/** Strict, with the compiler's own choice of libraries, and without `skipLibCheck`. */
const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  skipLibCheck: false,
  types: ["node"],
  erasableSyntaxOnly: true,
  noEmit: true
}

const programs = readdirSync(sources).filter((file) => file.endsWith(".ts"))
const host = mkdtempSync(join(tmpdir(), "rollcall-programs-"))
const older = renamed(packageIn(join(repository, "node_modules/effect")), old)
const [registry, postgres] = [await servePacked([older]), await startServer()]

const Project = Schema.fromJsonString(Schema.Struct({ dependencies: Schema.Record(Schema.String, Schema.String) }))

/** Those of the programs, and every package. */
const dependencies = {
  ...Object.fromEntries(registry.tarballs.map(({ name }) => [name, "*"])),
  "@effect/platform-node": "*",
  ...Schema.decodeSync(Project)(read(".ci/programs/package.json")).dependencies
}

/** Runs a program in a folder of its own, and returns what it printed if it fails. */
const problemOf = async (file: string): Promise<string | undefined> => {
  const name = basename(file, ".ts")
  const [cwd, DATABASE_URL] = [join(host, name), await databaseFor(postgres.url, name.toLowerCase())]
  mkdirSync(cwd)
  const program = spawn(process.execPath, [join(host, file)], {
    cwd,
    env: { ...process.env, DATABASE_URL },
    timeout: 300_000,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "close")])
  const { exitCode, signalCode } = program
  return exitCode === 0 ? undefined : `ended with ${exitCode ?? signalCode}\n${stdout}${stderr}`
}

try {
  cpSync(sources, host, { recursive: true })
  writeFileSync(join(host, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  await registry.install(host, dependencies)
  console.log("the packed packages are installed")
  run(join(repository, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], host)
  console.log("the types are in order")
  const shown = await shownIn(join(host, "editor"), compilerOptions, namesOf(readSources(serviceFiles(), servicesOf)))
  closeCompiler()
  const wrong = [...shown.missing, ...shown.errors]
  if (wrong.length > 0) process.exitCode = 1
  console.log(`an editor shows the text of ${shown.places} places: ${wrong.length === 0 ? "passed" : wrong.join("\n")}`)
  for (const file of programs) {
    const [lines, begun] = [readFileSync(join(sources, file), "utf8").trimEnd().split("\n").length, performance.now()]
    const problem = lines > (most[file] ?? Infinity) ? `more than ${most[file]} lines` : await problemOf(file)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if (problem !== undefined) process.exitCode = 1
    console.log(`${file}: ${lines} lines, ${problem ?? `passed in ${seconds} s`}`)
  }
  for (const [what, check] of Object.entries(installedChecks)) {
    const begun = performance.now()
    const problem = await Promise.resolve()
      .then(() => check({ host, registry }))
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    if (problem !== undefined) process.exitCode = 1
    console.log(`the packages ${what}: ${problem ?? `passed in ${((performance.now() - begun) / 1000).toFixed(1)} s`}`)
  }
  const [empty, rollcall] = [join(host, "walk"), join(host, "node_modules/.bin/rollcall")]
  mkdirSync(empty)
  const problems = await walkServer(empty, { start: `${rollcall} serve`, rollcall })
  if (problems.length > 0) process.exitCode = 1
  console.log(`the tutorial of the server: ${problems.length === 0 ? "passed" : problems.join("\n")}`)
} finally {
  registry.close()
  await postgres.stop()
  rmSync(host, { recursive: true, force: true })
}
