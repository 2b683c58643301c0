import { globSync } from "node:fs"
import { serverTutorial } from "../deployment/ServerWalk.ts"
import { servePacked } from "../packages/PackedRegistry.ts"
import { read, repository } from "../Repository.ts"
import { walk } from "./Walk.ts"

// `npm run check:tutorials`: does what the tutorials say, each in a fresh folder outside of the workspace, with the packed packages
// in the place of the registry. With arguments it walks these pages alone.

/** Pages that are walked as the tutorials are. */
const others = ["install-from-a-clone", "from-a-spreadsheet", "from-listmonk", "from-hubspot"].map(
  (name) => `docs/how-to/${name}.md`
)

const given = process.argv.slice(2)
const tutorials = globSync("docs/tutorials/*.md", { cwd: repository, exclude: [serverTutorial] }).sort()
const pages = given.length > 0 ? given : [...tutorials, ...others]

const registry = await servePacked()
/** What the reader has: npm with the packed packages, and a clone, which was built for them. */
const variables = { ...registry.variables, CLONE: repository }
try {
  for (const page of pages) {
    const begun = performance.now()
    const stumble = await walk(read(page), variables)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if (stumble !== undefined) process.exitCode = 1
    console.log(
      stumble === undefined ? `${page}: walked in ${seconds} s` : `${page}:${stumble.line}: ${stumble.problem}`
    )
  }
} finally {
  registry.close()
}
