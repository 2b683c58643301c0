import { globSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { made, read, repository } from "../Repository.ts"
import { forbiddenWords, givenNames, usesOf } from "../words/Glossary.ts"

const glossary = read("docs/reference/glossary.md")
const words = forbiddenWords(glossary)

/** Files that have to have such words: the glossary, this test, and lock files, which name packages of others. */
const exempt = [
  "docs/reference/glossary.md",
  ".ci/test/Glossary.test.ts",
  ".ci/browser/package-lock.json",
  ".ci/clients/package-lock.json",
  ".ci/site/package-lock.json"
]

/** A table that keeps an old name. */
const oldTable = "parked_receipts"

const page = `
| term | meaning | not |
| --- | --- | --- |
| send | to ask: \`send\` | \`hand over\`, \`HandOver\` |
| port | a service | |

| instead of | write |
| --- | --- |
| \`x\` | \`y\` |
`

describe("the words that the glossary rules out", () => {
  it("are those of the columns called not", () => {
    expect(forbiddenWords(page)).toEqual(["hand over", "HandOver"])
    expect(words).toContain("surrender")
  })

  it("are found in any case and joined in any way, names only as they are written", () => {
    const text = "handOverAll, hand-over\nHand over, HAND_OVER\nhands overt\nHandOver"
    expect(usesOf(["hand over"], "a/Hand-over.ts", text)).toEqual(
      [0, 1, 2, 4].map((n) => `a/Hand-over.ts:${n}: hand over`)
    )
    expect(usesOf(["HandOver"], "a/b.ts", text)).toEqual(["a/b.ts:4: HandOver"])
  })

  it.each(["*.md", "docs/**", ".ci/**", "examples/**", "bench/**", "soak/**", "packages/**"])(
    "are not used in %s",
    (pattern) => {
      const files = globSync(pattern, { cwd: repository, exclude: made })
        .filter((file) => !exempt.includes(file))
        .filter((file) => statSync(join(repository, file)).isFile())
      expect(files).not.toEqual([])
      expect(files.flatMap((file) => usesOf(words, file, read(file).replaceAll(oldTable, "")))).toEqual([])
    }
  )
})

describe("the names that the glossary gives", () => {
  it("are those of the other columns", () => {
    expect(givenNames(page)).toEqual(["send"])
  })

  it("are in use", () => {
    const files = globSync(["packages/*/src/**/*.{ts,tsx}", ".ci/**/*.ts"], { cwd: repository, exclude: made })
    const code = files.map(read).join("\n")
    expect(givenNames(glossary).filter((name) => !RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })
})
