import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import type { Searchable } from "../../../src/people/search/Field.ts"
import { comparator, type Sort } from "../../../src/people/search/Sort.ts"
import { book, fields } from "./Library.ts"

const uuid = (n: number) => `${n}`.padStart(12, "0")
const named = (n: number, title: string | null): Searchable => book({ uuid: uuid(n), text: { title } })
const sorted = (books: ReadonlyArray<Searchable>, sort: Sort) =>
  books.toSorted(comparator(sort)).map(({ uuid }) => Number(uuid))

describe("comparator (S9)", () => {
  it("orders timestamps as numbers, and false before true", () => {
    const at = (n: number, printed_at: number) => book({ uuid: uuid(n), instant: { printed_at } })
    const printed: Sort = { field: { kind: "instant", name: "printed_at" }, direction: "asc" }
    expect(sorted([at(1, 10), at(2, 9), at(3, -1)], printed)).toEqual([3, 2, 1])
    const lentOut = (n: number, lent: boolean) => book({ uuid: uuid(n), boolean: { lent } })
    const lent: Sort = { field: { kind: "boolean", name: "lent" }, direction: "asc" }
    expect(sorted([lentOut(1, true), lentOut(2, false), lentOut(3, true)], lent)).toEqual([2, 1, 3])
  })

  it("is a total order, so that pages neither repeat nor skip contacts", () => {
    const books = fc.uniqueArray(
      fc.record({ n: fc.integer({ min: 0, max: 99 }), name: fc.option(fc.constantFrom("a", "aa", "b", "é")) }),
      { selector: ({ n }) => n, minLength: 3, maxLength: 12 }
    )
    const field = fc.constantFrom(...fields)
    fc.assert(
      fc.property(books, field, fc.constantFrom("asc" as const, "desc" as const), (rows, field, direction) => {
        const compare = comparator({ field, direction })
        const order = rows.map(({ n, name }) => named(n, name)).toSorted(compare)
        for (const [i, a] of order.entries()) {
          for (const [j, b] of order.entries()) expect(Math.sign(compare(a, b)) + 0).toBe(Math.sign(i - j))
        }
      })
    )
  })
})
