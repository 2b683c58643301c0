import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { blocksOf } from "../docs/checks/Blocks.ts"
import { checkedPages } from "../docs/checks/PageChecks.ts"
import { isExample } from "../docs/checks/ShellBlocks.ts"
import { read, repository } from "../Repository.ts"
import { runBlock, writeProgram } from "./Examples.ts"
import { prepareStore } from "./PreparedStore.ts"

// `npm run check:pages` runs the commands in the guides, on a database with the entities they name. With arguments, it
// runs only the commands in these pages.
const given = process.argv.slice(2)
const pages = given.length > 0 ? given : globSync(checkedPages, { cwd: repository }).sort()

const folder = mkdtempSync(join(tmpdir(), "rollcall-pages-"))
try {
  const prepared = await prepareStore(join(folder, "rollcall.db"))
  await writeProgram(folder)
  const blocks = pages.flatMap((page) => blocksOf(page, read(page))).filter(isExample)
  for (const block of blocks) {
    const problems = await runBlock(block, { ...prepared, folder })
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
  }
  console.log(`ran ${blocks.length} blocks`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
