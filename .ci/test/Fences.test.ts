import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clean, fixtures } from "../fences/Fixtures.ts"
import { type Finding, layHouse } from "../fences/House.ts"

const inOrder = (findings: Iterable<string>): ReadonlyArray<string> => [...new Set(findings)].sort()

describe("a house that keeps the rules", () => {
  const house = layHouse(clean)
  afterAll(house.remove)

  it("passes oxlint", () => {
    expect(house.oxlint()).toEqual([])
  })

  it("passes dependency-cruiser", () => {
    expect(house.cruiser()).toEqual([])
  })
})

describe("a file that breaks a rule", () => {
  let lint: ReadonlyArray<Finding> = []
  let cruise: ReadonlyArray<Finding> = []
  beforeAll(() => {
    const files = Object.fromEntries(fixtures.map(({ file, code }) => [file, code]))
    const house = layHouse({ ...clean, ...files })
    lint = house.oxlint()
    cruise = house.cruiser()
    house.remove()
  })

  const rulesOf = (findings: ReadonlyArray<Finding>, file: string) =>
    inOrder(findings.filter((finding) => finding.file === file).map((finding) => finding.rule))

  it.each(fixtures)("$file is found out", ({ cruiser, file, oxlint }) => {
    expect({ oxlint: rulesOf(lint, file), cruiser: rulesOf(cruise, file) }).toEqual({
      oxlint: inOrder(oxlint),
      cruiser: inOrder(cruiser)
    })
  })

  it("is the only one that is found out", () => {
    const found = [...lint, ...cruise].map(({ file }) => file)
    expect(inOrder(found)).toEqual(inOrder(fixtures.map(({ file }) => file)))
  })
})
