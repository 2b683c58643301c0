import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { thresholds } from "../../src/search/Thresholds.ts"

const page = readFileSync(new URL("../../../../docs/explanation/performance.md", import.meta.url), "utf8")
const words = page.replaceAll(/\s+/g, " ")

describe("the search thresholds", () => {
  it.each(Object.entries(thresholds))("are documented in performance.md: %s", (_, { described, unit, value }) => {
    assert.include(words, described)
    assert.isNotEmpty(unit)
    assert.isAbove(value, 0)
  })
})
