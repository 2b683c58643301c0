import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { repository } from "../fences/House.ts"
import { pack, run } from "./Pack.ts"

// `npm run check:packages`, after a build: every package is packed and looked at as those who install it will find it.
const into = mkdtempSync(join(tmpdir(), "rollcall-packages-"))
try {
  const folders = readdirSync(join(repository, "packages")).map((name) => join(repository, "packages", name))
  for (const { name, path } of pack(folders, into)) {
    run("publint", ["run", path, "--strict", "--pack=false"])
    run("attw", [path, "--profile", "esm-only", "--no-emoji"])
    console.log(`${name}: its manifest and its types are in order`)
  }
} finally {
  rmSync(into, { recursive: true, force: true })
}
