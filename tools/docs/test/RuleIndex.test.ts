import { globSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { repeatedRules, rulesOf, testsIn, unknownRules } from "../RuleIndex.ts"
import { read, repository } from "../../Repository.ts"

const page = "# Decisions\n\n- **C1** An identifier.\n- **C2** Twice.\n- **S10** No cap, see **C1**.\n"

const titles = (code: string) => testsIn("a.test.ts", code).map(({ rule, title }) => [rule, title])

describe("the rules of a page", () => {
  it("are the items that begin with one", () => {
    expect(rulesOf(page)).toEqual(["C1", "C2", "S10"])
  })

  it("are known when they are there more than once", () => {
    expect(repeatedRules(rulesOf(page))).toEqual([])
    expect(repeatedRules(rulesOf(page + page))).toEqual(["C1", "C2", "S10"])
  })
})

describe("the titles of a file", () => {
  it("carry rules in front", () => {
    expect(titles('it("C1, S10: trims", () => {})')).toEqual([
      ["C1", "trims"],
      ["S10", "trims"]
    ])
  })

  it("carry rules in brackets, anywhere", () => {
    expect(titles("describe('tidy (C1), and more (S10, C2)', () => {})")).toEqual([
      ["C1", "tidy, and more"],
      ["S10", "tidy, and more"],
      ["C2", "tidy, and more"]
    ])
  })

  it("carry ranges of rules, of which each is one", () => {
    expect(titles('it("C1, S8-S10: x (F1-F2 and L3)", f)').map(([rule]) => rule)).toEqual([
      "C1",
      "S8",
      "S9",
      "S10",
      "F1",
      "F2",
      "L3"
    ])
  })

  it("are what a call begins with, also on the line after a table", () => {
    expect(titles('it.each([\n  1\n])(\n  "C2: takes %j",\n  () => {}\n)')).toEqual([["C2", "takes %j"]])
  })

  it("are not comments, later arguments, or rules in the middle of a sentence", () => {
    expect(titles('// it("S10: x")'.replace("(", " ") + '\nf(1, "C1: second")\nit("knows C1 well", () => {})')).toEqual(
      []
    )
  })
})

describe("the tests of the repository", () => {
  const rules = rulesOf(read("docs/reference/decisions.md"))

  it("name rules that the decisions page has, each once", () => {
    expect(repeatedRules(rules)).toEqual([])
    const files = ["packages/*/test/**/*.ts", "packages/conformance/src/**/*.ts", "examples/*/test/**/*.ts"]
    const tests = globSync(files, { cwd: repository }).flatMap((file) => testsIn(file, read(file)))
    expect(tests.length).toBeGreaterThan(1000)
    expect(unknownRules(rules, tests)).toEqual([])
  })

  it("are found where they name another one", () => {
    const tests = testsIn("a.test.ts", 'it("C1: trims *all*", f)')
    expect(unknownRules(["C2"], tests)).toEqual(tests)
    expect(unknownRules(["C1"], tests)).toEqual([])
  })
})
