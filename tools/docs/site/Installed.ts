import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Installs a folder's lockfile, unless it is already installed. */
export const ensureInstalled = (folder: string): void => {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex")
  const mark = join(folder, "node_modules/.installed")
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  execFileSync("npm", options, { cwd: folder, stdio: "inherit" })
  writeFileSync(mark, lock)
}
