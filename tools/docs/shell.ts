import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { read, repository } from "../Repository.ts"
import { blocksOf } from "./checks/Blocks.ts"
import { checkedPages } from "./checks/PageChecks.ts"
import { isExample } from "./checks/ShellBlocks.ts"
import { prepareStore } from "./shell/PreparedStore.ts"
import { runBlock, writeProgram } from "./shell/RunBlocks.ts"

// `npm run check:pages` runs the commands that the pages show, on a database that has what they name. With arguments it runs those
// of these pages alone.
const given = process.argv.slice(2)
const pages = given.length > 0 ? given : globSync(checkedPages, { cwd: repository }).sort()

const folder = mkdtempSync(join(tmpdir(), "rollcall-pages-"))
try {
  const prepared = await prepareStore(join(folder, "rollcall.db"))
  await writeProgram(folder)
  let count = 0
  for (const block of pages.flatMap((page) => blocksOf(page, read(page))).filter(isExample)) {
    const problems = await runBlock(block, { ...prepared, folder })
    count++
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
  }
  console.log(`ran ${count} blocks`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
