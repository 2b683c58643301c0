import { expect, it } from "vitest"
import { pageOf, pagesIn } from "../../src/api/Pages.ts"

it("asks for the page after one as its answer says, or from its end on where there is more", () => {
  const nextOf = (pagination: Parameters<typeof pageOf>[1], items = ["a", "b"]) => pageOf(items, pagination).next
  expect(nextOf({ total: 5, offset: 2 })).toBe("4")
  expect(nextOf({ total: 4, offset: 2 })).toBe(null)
  expect(nextOf({ total: 5, offset: 2 }, [])).toBe(null)
  expect(nextOf({ total: 5, next: "cursor" })).toBe("cursor")
  expect(nextOf({ total: 5, offset: 0, next: null })).toBe(null)
})

it("reads how many pages a URL asks for, within bounds", () => {
  const pages = ["", "pages=3", "pages=0", "pages=-2", "pages=1e9", "pages=many"]
  expect(pages.map((query) => pagesIn(new URLSearchParams(query)))).toEqual([1, 3, 1, 1, 50, 1])
})
