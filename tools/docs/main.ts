import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { repository } from "../Repository.ts"
import { checkPages } from "./checks/PageChecks.ts"
import { tooManyPhrases } from "./checks/Phrases.ts"
import { examplesFile } from "./Examples.ts"
import { pages } from "./Pages.ts"
import { closeCompiler } from "./TypeProgram.ts"

// `npm run docs` writes the generated parts of the pages, and the document's examples. `npm run docs:check` fails if
// one of them is out of date. Both fail if a page's block does not compile, or if texts have too many awkward phrases.
const stale = async () => [...pages(), await examplesFile()].filter(({ is, shouldBe }) => is !== shouldBe)

const check = () => {
  const { problems: ofPages, summary } = checkPages()
  const problems = [...ofPages, ...tooManyPhrases()]
  closeCompiler()
  for (const problem of problems) console.error(problem)
  console.log(summary)
  if (problems.length > 0) process.exitCode = 1
}

if (process.argv.includes("--check")) {
  const found = await stale()
  for (const { file } of found) console.error(`${file} is out of date: run npm run docs`)
  if (found.length > 0) process.exitCode = 1
  check()
} else {
  for (const { file, shouldBe } of await stale()) {
    mkdirSync(join(repository, dirname(file)), { recursive: true })
    writeFileSync(join(repository, file), shouldBe)
    console.log(`wrote ${file}`)
  }
  check()
}
