import { describe, expect, it } from "vitest"
import { figuresOf } from "../src/Alternate.ts"

describe("figuresOf", () => {
  it("takes the middle and what 95 in a hundred stay under, in whatever order the timings came", () => {
    const timings = Array.from({ length: 100 }, (_, index) => (index * 37) % 100)
    expect(figuresOf(timings)).toEqual({ median: 50, p95: 95, rounds: [] })
  })

  it("makes do with one", () => {
    expect(figuresOf([3])).toEqual({ median: 3, p95: 3, rounds: [] })
  })
})
