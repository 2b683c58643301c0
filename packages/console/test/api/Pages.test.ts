import { expect, it } from "vitest"
import { pageOf } from "../../src/api/Pages.ts"

it("the next page is requested by the response's cursor, or by offset if there are more items", () => {
  const nextOf = (pagination: Parameters<typeof pageOf>[1], items = ["a", "b"]) => pageOf(items, pagination).next
  expect(nextOf({ total: 5, offset: 2 })).toBe("4")
  expect(nextOf({ total: 4, offset: 2 })).toBe(null)
  expect(nextOf({ total: 5, offset: 2 }, [])).toBe(null)
  expect(nextOf({ total: 5, next: "cursor" })).toBe("cursor")
  expect(nextOf({ total: 5, offset: 0, next: null })).toBe(null)
})
