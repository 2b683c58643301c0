import { expect, it } from "vitest"
import { pageOf } from "../../src/api/Pages.ts"

it("asks for the page after one as its answer says, or from its end on where there is more", () => {
  const nextOf = (pagination: Parameters<typeof pageOf>[1], items = ["a", "b"]) => pageOf(items, pagination).next
  expect(nextOf({ total: 5, offset: 2 })).toBe("4")
  expect(nextOf({ total: 4, offset: 2 })).toBe(null)
  expect(nextOf({ total: 5, offset: 2 }, [])).toBe(null)
  expect(nextOf({ total: 5, next: "cursor" })).toBe("cursor")
  expect(nextOf({ total: 5, offset: 0, next: null })).toBe(null)
})
