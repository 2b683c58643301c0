import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

// `npm run budgets` prints the size of the repository's parts, counted in the files known to git. Fails if the tools
// exceed their limit. The imports between folders are checked by `npm run lint:fences`.

const git = (...options: ReadonlyArray<string>) =>
  execFileSync("git", options, { encoding: "utf8", maxBuffer: 2 ** 26 })
const root = git("rev-parse", "--show-toplevel").trim()
const files = git("ls-files")
  .trim()
  .split("\n")
  .filter((file) => existsSync(join(root, file)))
const textOf = (file: string) => readFileSync(join(root, file), "utf8")
const matching = (path: RegExp, except?: RegExp) =>
  files.filter((file) => path.test(file) && (except === undefined || !except.test(file)))

const linesOf = (found: ReadonlyArray<string>) =>
  found.reduce((lines, file) => lines + textOf(file).split("\n").length - 1, 0)

const code = /\.(tsx?|mts|m?js|astro|sh)$/
const isCode = (found: ReadonlyArray<string>) => found.filter((file) => code.test(file))

/** Suites, fakes and fixtures that packages publish for others' tests. */
const suites = /^packages\/(conformance|testing)\/|^packages\/channel-whatsapp\/src\/fake\//
const ofConsole = /^packages\/console\/(src|build)\//
const ofTools = /^(\.ci\/|tools\/(?!\w+\/test\/))/

const productLines = linesOf(
  isCode(matching(/^packages\/[^/]+\/src\//, new RegExp(`${suites.source}|${ofConsole.source}`)))
)
const consoleLines = linesOf(isCode(matching(ofConsole)))
const testLines = linesOf(
  isCode(matching(/^(packages\/[^/]+|deploy)\/(test|e2e)\/|^(packages|bench|deploy)\/.*\.test\.ts$/))
)
const suiteLines = linesOf(isCode(matching(suites, /\/test\//)))

/** The lines of code that are neither product nor tests. */
const toolLines = linesOf(isCode(matching(ofTools)))
const mostToolLines = 6_500

/** Generated parts of pages: between `<!-- name -->` and `<!-- /name -->`, or all text after a sentence. */
const written = /<!-- (\w[\w-]*)[^>]*-->\n[^]*?<!-- \/\1 -->|<!-- This page is written by [^]*/g
const pages = matching(/\.md$/, /^\.changeset\/|\/templates\/|^CHANGELOG/)
const byHand = pages.map((page) => textOf(page).replaceAll(written, ""))
const words = byHand.reduce((sum, text) => sum + text.split(/\s+/).filter((word) => word !== "").length, 0)
const generated = pages.reduce(
  (sum, page) => sum + [...textOf(page).matchAll(written)].reduce((of, [part]) => of + part.split("\n").length - 2, 0),
  0
)

const packages = [...new Set(matching(/^packages\/[^/]+\/package\.json$/).map((file) => file.split("/")[1] ?? ""))]
const docstrings = matching(/^packages\/[^/]+\/src\/.*\.tsx?$/).reduce(
  (sum, file) =>
    sum +
    [...textOf(file).matchAll(/\/\*\*(?:(?!\*\/)[^])*\*\//g)].filter(([text]) => /\b[A-Z]\d{1,2}\b/.test(text)).length,
  0
)

const rows: ReadonlyArray<readonly [what: string, count: number | string, wanted: number]> = [
  ["product, lines", productLines, 70_000],
  ["console, lines", consoleLines, 13_500],
  [
    "tests and suites for each line of product",
    ((testLines + suiteLines) / (productLines + consoleLines)).toFixed(2),
    0.75
  ],
  ["tools, lines", toolLines, 5_000],
  ["bench, lines", linesOf(isCode(matching(/^bench\//))), 3_500],
  ["pages written by hand, words", words, 60_000],
  ["generated lines in pages", generated, 0],
  ["packages", packages.length, 16],
  ["docstrings with codes of rules", docstrings, 180]
]
for (const [what, count, wanted] of rows) console.log(`${String(count).padStart(8)}  ${what} (wanted: ${wanted})`)

if (toolLines > mostToolLines) {
  console.error(`tools have more than ${mostToolLines} lines`)
  process.exitCode = 1
}
