import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../../Repository.ts"
import { folders, pack } from "./Pack.ts"

// `npm run check:packages`, after a build, packs every package and checks it as users will install it.
const into = mkdtempSync(join(tmpdir(), "rollcall-packages-"))

const problemOf = (path: string): string | undefined => {
  try {
    run("publint", ["run", path, "--strict", "--pack=false"])
    run("attw", [path, "--profile", "esm-only", "--no-emoji"])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

try {
  for (const { filename, name } of pack(folders, into)) {
    const problem = problemOf(join(into, filename))
    if (problem !== undefined) process.exitCode = 1
    console.log(`${name}: ${problem ?? "its manifest and its types are in order"}`)
  }
} finally {
  rmSync(into, { recursive: true, force: true })
}
