import { describe, expect, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import { ContactUuid } from "../../src/shared/Ids.ts"
import { predefinedFields } from "../../src/search/Field.ts"
import { type Searchable, searchable } from "../../src/search/Searchable.ts"
import { comparator, type Sort } from "../../src/search/Sort.ts"
import { contact } from "./Contact.ts"

const uuid = (n: number) => ContactUuid.make(`00000000-0000-4000-8000-${`${n}`.padStart(12, "0")}`)
const named = (n: number, firstName: string | null): Searchable => searchable(contact({ uuid: uuid(n), firstName }))
const byName = (direction: Sort["direction"]): Sort => ({ field: { kind: "text", name: "first_name" }, direction })
const sorted = (contacts: ReadonlyArray<Searchable>, sort: Sort) =>
  contacts.toSorted(comparator(sort)).map(({ uuid }) => Number(uuid.slice(-12)))

describe("comparator (S9)", () => {
  const contacts = [
    named(1, null),
    named(2, "b"),
    named(3, "A"),
    named(4, null),
    named(5, "a"),
    named(6, "😀"),
    named(7, "\uffff")
  ]

  it("puts missing values last in both directions, and ties in the order of uuid", () => {
    expect(sorted(contacts, byName("asc"))).toEqual([3, 5, 2, 7, 6, 1, 4])
    expect(sorted(contacts, byName("desc"))).toEqual([6, 7, 2, 5, 3, 4, 1])
  })

  it("orders instants as numbers and false before true", () => {
    const at = (n: number, millis: number) =>
      searchable(contact({ uuid: uuid(n), createdAt: DateTime.makeUnsafe(millis) }))
    const created: Sort = { field: { kind: "instant", name: "created_at" }, direction: "asc" }
    expect(sorted([at(1, 10), at(2, 9), at(3, -1)], created)).toEqual([3, 2, 1])
    const kept = (n: number, archived: boolean) => searchable(contact({ uuid: uuid(n), archived }))
    const archived: Sort = { field: { kind: "boolean", name: "archived" }, direction: "asc" }
    expect(sorted([kept(1, true), kept(2, false), kept(3, true)], archived)).toEqual([2, 1, 3])
  })

  it("is a total order, so that a page neither repeats nor skips", () => {
    const contacts = fc.uniqueArray(
      fc.record({ n: fc.integer({ min: 0, max: 99 }), name: fc.option(fc.constantFrom("a", "A", "b", "é", "")) }),
      { selector: ({ n }) => n, minLength: 3, maxLength: 12 }
    )
    const field = fc.constantFrom(...predefinedFields.values())
    fc.assert(
      fc.property(contacts, field, fc.constantFrom("asc" as const, "desc" as const), (rows, field, direction) => {
        const compare = comparator({ field, direction })
        const order = rows.map(({ n, name }) => named(n, name)).toSorted(compare)
        for (const [i, a] of order.entries()) {
          for (const [j, b] of order.entries()) expect(Math.sign(compare(a, b)) + 0).toBe(Math.sign(i - j))
        }
      })
    )
  })
})
