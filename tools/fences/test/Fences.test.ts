import { Schema } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { forbidden } from "../DependencyRules.ts"
import { clean, fixtures } from "../Fixtures.ts"
import { type Finding, lint } from "../ProjectLayout.ts"
import { read } from "../../Repository.ts"

const inOrder = (names: Iterable<string>): ReadonlyArray<string> => [...new Set(names)].sort()

describe("a file that breaks a rule", () => {
  let findings: ReadonlyArray<Finding> = []
  beforeAll(() => {
    findings = lint({ ...clean, ...Object.fromEntries(fixtures.map(({ code, file }) => [file, code])) })
  })

  it.each(fixtures)("$file breaks $rules", ({ file, rules }) => {
    const broken = findings.filter((finding) => finding.file === file).map(({ rule }) => rule)
    expect(inOrder(broken)).toEqual(inOrder(rules))
  })

  it("is the only reported one", () => {
    expect(inOrder(findings.map(({ file }) => file))).toEqual(inOrder(fixtures.map(({ file }) => file)))
  })
})

describe("every rule", () => {
  const Override = Schema.Struct({ rules: Schema.Record(Schema.String, Schema.Unknown) })
  const Lint = Schema.fromJsonString(Schema.Struct({ overrides: Schema.Array(Override) }))
  const { overrides } = Schema.decodeSync(Lint)(read(".oxlintrc.json"))
  const overridden = overrides.flatMap(({ rules }) => Object.keys(rules))
  const printed = overridden.map((rule) => (rule.includes("/") ? rule : `eslint/${rule}`).replace(/\/(.*)/, "($1)"))

  it.each([...forbidden.map(({ name }) => name), ...printed])("%s has a fixture", (rule) => {
    expect(fixtures.flatMap(({ rules }) => rules)).toContain(rule)
  })

  it("is in one override of .oxlintrc.json, because a later one would replace it silently", () => {
    expect(overridden).toEqual([...new Set(overridden)])
  })
})
