import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../Repository.ts"
import { pack, type Tarball } from "./Pack.ts"

// `npm run check:packages`, after a build: packs every package, and checks it as its users will find it.
const into = mkdtempSync(join(tmpdir(), "rollcall-packages-"))

const problemOf = ({ path }: Tarball): string | undefined => {
  try {
    run("publint", ["run", path, "--strict", "--pack=false"])
    run("attw", [path, "--profile", "esm-only", "--no-emoji"])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

try {
  for (const tarball of pack(into)) {
    const problem = problemOf(tarball)
    if (problem !== undefined) process.exitCode = 1
    console.log(`${tarball.name}: ${problem ?? "its manifest and its types are in order"}`)
  }
} finally {
  rmSync(into, { recursive: true, force: true })
}
