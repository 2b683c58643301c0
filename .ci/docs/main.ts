import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../Repository.ts"
import { examplesFile } from "./Examples.ts"
import { pages } from "./Pages.ts"

// `npm run docs` writes the generated parts of the pages, and the examples of the document; `npm run docs:check` fails when one is out of date.
const stale = [...pages(), await examplesFile()].filter(({ is, shouldBe }) => is !== shouldBe)

if (process.argv.includes("--check")) {
  for (const { file } of stale) console.error(`${file} is out of date: run npm run docs`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const { file, shouldBe } of stale) {
    writeFileSync(join(repository, file), shouldBe)
    console.log(`wrote ${file}`)
  }
}
