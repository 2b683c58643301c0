import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { walkServer } from "../../../deploy/test/ServerWalk.ts"
import { run } from "../../Repository.ts"
import { copyExamples, examplePackages, testExamples } from "./Examples.ts"
import { install } from "./Install.ts"
import { installedChecks, newerEffect } from "./InstalledChecks.ts"
import { asInstalled, packedFiles } from "./PackLocal.ts"

// `npm run check:programs` packs the packages as the installation page describes, and installs them from these files
// outside the workspace, with a newer Effect. There it compiles and tests the examples as programs of another project,
// follows the server's tutorial with the installed executable, and checks how the packages are installed.
const host = mkdtempSync(join(tmpdir(), "rollcall-programs-"))

const report = async (what: string, check: () => string | undefined | void | Promise<string | undefined | void>) => {
  const begun = performance.now()
  const problem = await Promise.resolve()
    .then(check)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  if (typeof problem === "string") process.exitCode = 1
  console.log(`${what}: ${problem ?? `passed in ${((performance.now() - begun) / 1000).toFixed(1)} s`}`)
}

try {
  run("npm", ["run", "--silent", "pack"])
  const names = [...packedFiles().keys(), ...examplePackages, "@effect/vitest", "@types/node", "vitest"]
  await install(host, { ...asInstalled(names), effect: newerEffect(host) })
  for (const [what, check] of Object.entries(installedChecks)) {
    await report(`the packages ${what}`, () => check(host))
  }
  await report("the tutorial of the server", async () => {
    const [empty, rollcall] = [join(host, "walk"), join(host, "node_modules/.bin/rollcall")]
    mkdirSync(empty)
    const problems = await walkServer(empty, { start: `${rollcall} serve`, rollcall })
    return problems.length > 0 ? problems.join("\n") : undefined
  })
  await report("the examples compile", () => copyExamples(host))
  await report("the examples run", () => testExamples(host))
} finally {
  rmSync(host, { recursive: true, force: true })
}
