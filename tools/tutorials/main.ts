import { globSync } from "node:fs"
import { serverTutorial } from "../../deploy/test/ServerWalk.ts"
import { npmVariables } from "../release/packages/Install.ts"
import { read, repository, run } from "../Repository.ts"
import { walk } from "./Walk.ts"

// `npm run check:tutorials` packs this clone as the pages describe, and then follows the pages, each in a new folder
// outside the workspace. With arguments, it follows only these pages.

/** Other pages that are followed like the tutorials. */
const others = ["install-from-a-clone", "from-a-spreadsheet", "from-listmonk", "from-hubspot"].map(
  (name) => `docs/how-to/${name}.md`
)

const given = process.argv.slice(2)
const tutorials = globSync("docs/tutorials/*.md", { cwd: repository, exclude: [serverTutorial] }).sort()
const pages = given.length > 0 ? given : [...tutorials, ...others]

run("npm", ["run", "--silent", "pack"])
const variables = npmVariables()
for (const page of pages) {
  const begun = performance.now()
  const stumble = await walk(read(page), { clone: repository, variables })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  if (stumble !== undefined) process.exitCode = 1
  console.log(stumble === undefined ? `${page}: walked in ${seconds} s` : `${page}:${stumble.line}: ${stumble.problem}`)
}
