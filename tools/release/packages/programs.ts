import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { walkServer } from "../../../deploy/test/ServerWalk.ts"
import { run } from "../../Repository.ts"
import { install } from "./Install.ts"
import { installedChecks, newerEffect } from "./InstalledChecks.ts"
import { packedFiles } from "./PackLocal.ts"
import { asInstalled, compilerOptions, installProject, problemOf, projects } from "./Projects.ts"

// `npm run check:programs`: packs the packages as the page on installing says, and installs them outside of the workspace from
// these files. Each folder of `tools/release/programs` is a project with the packages that it names: its programs are compiled strictly,
// with every declaration that they reach, and run. One more project has all packages, for how they are installed, and
// the tutorial of the server with the executable.

/** The most lines that a program may have, where it has to be short. */
const most: Readonly<Record<string, number>> = { "PromiseHost.ts": 20 }

const root = mkdtempSync(join(tmpdir(), "rollcall-programs-"))
const postgres = await startServer()

const report = async (what: string, check: () => Promise<string | undefined | void>): Promise<void> => {
  const begun = performance.now()
  const problem = await check().catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  if (typeof problem === "string") process.exitCode = 1
  console.log(`${what}: ${problem ?? `passed in ${((performance.now() - begun) / 1000).toFixed(1)} s`}`)
}

/** Installs a project and runs its programs. */
const check = async (project: string): Promise<void> => {
  const folder = join(root, project)
  let files: ReadonlyArray<string> = []
  await report(`the project ${project} is installed and compiled`, async () => {
    files = await installProject(project, folder)
  })
  for (const file of files) {
    await report(`${project}/${file}`, async () => {
      const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n").length
      const limit = most[file] ?? Infinity
      return lines > limit
        ? `${lines} lines, and at most ${limit} are wanted`
        : await problemOf(folder, file, postgres.url)
    })
  }
}

try {
  run("npm", ["run", "--silent", "pack"])
  for (const project of projects) await check(project)

  const host = join(root, "all")
  mkdirSync(host)
  const names = [...packedFiles().keys(), "@effect/platform-node", "@effect/sql-pg", "@types/node", "vitest"]
  await install(host, { ...asInstalled(names), effect: newerEffect(root) })
  writeFileSync(join(host, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  for (const [what, check] of Object.entries(installedChecks)) {
    await report(`the packages ${what}`, async () => await check(host))
  }
  await report("the tutorial of the server", async () => {
    const [empty, rollcall] = [join(host, "walk"), join(host, "node_modules/.bin/rollcall")]
    mkdirSync(empty)
    const problems = await walkServer(empty, { start: `${rollcall} serve`, rollcall })
    return problems.length > 0 ? problems.join("\n") : undefined
  })
} finally {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
}
