import { describe, expect, it } from "vitest"
import { phrasesIn, tooManyPhrases } from "../checks/Phrases.ts"

describe("the counted phrases in a text", () => {
  it("are also found across the lines of a comment", () => {
    const comment = "/**\n * A list that stands\n * in another one, beside those\n * that are archived.\n */"
    expect(phrasesIn(comment).found).toEqual(["stands in", "beside", "those that"])
  })

  it("are not found in backquotes, inside words, or where they are plain English", () => {
    const text = "Read `those that` besides. From now on, if there is none, a stand-alone server stands inside."
    expect(phrasesIn(text)).toEqual({ found: [], words: 15 })
  })
})

describe("a kind of text", () => {
  const kind = { kind: "pages", files: ["README.md"], textOf: () => `${"word ".repeat(999)}alone` }

  it("fails above its limit, and reports the file and the phrases", () => {
    expect(tooManyPhrases([{ ...kind, limit: 9 }])).toEqual([
      "pages: 10.0 awkward phrases in 10,000 words, at most 9 are allowed. Most: README.md (alone)"
    ])
    expect(tooManyPhrases([{ ...kind, limit: 10 }])).toEqual([])
  })
})
