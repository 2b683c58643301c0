import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { repository } from "../Repository.ts"
import { isDrawn } from "./Drawn.ts"
import { fileOf, markOf } from "./Picture.ts"
import { pictures } from "./Pictures.ts"

// `npm run docs:pictures` draws the pictures of the documentation whose sources have changed; with `--all` all of them.
// What draws is installed in a folder that is removed again: it weighs 70 MB, which nothing else needs.
const wanted = pictures().filter((picture) => process.argv.includes("--all") || !isDrawn(picture))
if (wanted.length === 0) console.log("All pictures are those of their sources.")
else {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-pictures-"))
  try {
    cpSync(join(import.meta.dirname, "draw"), folder, { recursive: true })
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder })
    for (const picture of wanted) {
      const drawn = execFileSync(process.execPath, ["draw.mjs"], {
        cwd: folder,
        input: JSON.stringify(picture),
        encoding: "utf8"
      })
      writeFileSync(join(repository, fileOf(picture)), drawn.replace(/(<svg[^>]*>)/, `$1\n${markOf(picture)}`))
      console.log(`drew ${fileOf(picture)}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
