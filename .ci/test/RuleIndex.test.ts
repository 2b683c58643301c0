import { describe, expect, it } from "vitest"
import { render, renderOverHttp, repeatedRules, rulesOf, testsIn, unknownRules } from "../docs/RuleIndex.ts"

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

describe("the list", () => {
  const tests = testsIn("a.test.ts", 'it("C1: trims *all*", f)\nit("C1: trims *all*", f)\nit("C1: keeps", f)')

  it("has each rule in the page's order with its tests once, and the rules that have none", () => {
    expect(render(rulesOf(page), tests).split("\n").slice(2)).toEqual([
      "- **C1**",
      "  - `a.test.ts`: trims *all*; keeps",
      "",
      "No test yet: C2, S10."
    ])
  })

  it("knows a title whose rule is not in the page", () => {
    expect(unknownRules(["C2"], tests)).toEqual(tests)
    expect(unknownRules(["C1"], tests)).toEqual([])
  })
})

describe("the table of tests over HTTP", () => {
  const tests = [
    ...testsIn("packages/core/test/a.test.ts", 'it("C2, S10: x", f)'),
    ...testsIn("packages/http/test/b/One.test.ts", 'it("C1: x", f)\nit("C2: y", f)'),
    ...testsIn("packages/http/test/b/Two.test.ts", 'it("C1: x", f)\nit("C1: y", f)'),
    ...testsIn("packages/server/test/settings/Settings.test.ts", 'it("S10: x", f)')
  ]

  it("has each rule with the file that has most of its tests, and the rules that have none", () => {
    expect(renderOverHttp(rulesOf(page), tests, "../").split("\n").slice(2)).toEqual([
      "| C1 | [http/b/Two](../packages/http/test/b/Two.test.ts) |",
      "| C2 | [http/b/One](../packages/http/test/b/One.test.ts) |",
      "",
      "Not over HTTP: S10."
    ])
  })
})
