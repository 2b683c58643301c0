import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import { digitsOf, type Searchable } from "../../../src/people/search/Field.ts"
import type { Filter, SearchItem, SearchRequest } from "../../../src/people/search/Filter.ts"
import { plan } from "../../../src/people/search/Plan.ts"
import { toPredicate } from "../../../src/people/search/Predicate.ts"
import { fold } from "../../../src/shared/Text.ts"
import { book, library } from "./Library.ts"
import { placeOf } from "../../../src/shared/Issue.ts"

const planned = (request: SearchRequest) => Result.getOrThrow(plan(request, library))

const issues = (request: SearchRequest) =>
  Result.match(plan(request, library), {
    onFailure: (issues) => issues.map((issue) => [issue.code, placeOf(issue.path)]),
    onSuccess: () => []
  })

const exists: Filter = { field: "author", operator: "exists" }
const author = { _tag: "TextPresent", field: "author" }

describe("plan", () => {
  it.each([{}, { advancedSearch: [] }, { searchTerm: null }, { searchTerm: " \t" }, { sortBy: null }])(
    "returns everything in the catalogue's order by default: %j",
    (request) => {
      expect(planned(request)).toEqual({
        condition: { _tag: "All", conditions: [] },
        sort: { field: { kind: "instant", name: "printed_at" }, direction: "desc" }
      })
    }
  )

  it("S7: combines the filters and the search term with AND", () => {
    const name: Filter = { field: "title", operator: "exists" }
    const { condition } = planned({ advancedSearch: [exists, name], searchTerm: "ada" })
    expect(condition).toMatchObject({
      _tag: "All",
      conditions: [author, { _tag: "TextPresent", field: "title" }, { _tag: "Any" }]
    })
    expect(planned({ advancedSearch: [exists] }).condition).toEqual(author)
  })

  it("S9: sorts ascending by default, by every field", () => {
    for (const [name, { field, typed }] of library.fields) {
      const sortBy = { field: name, ...(typed && { dataType: typed.dataTypes[0] }) }
      expect(planned({ sortBy }).sort).toEqual({ field, direction: "asc" })
      expect(planned({ sortBy: { ...sortBy, sortOrder: "desc" } }).sort).toEqual({ field, direction: "desc" })
    }
  })

  it("ignores a data type for a field without data types", () => {
    expect(planned({ advancedSearch: [{ ...exists, dataType: "long" }] }).condition).toEqual(author)
    expect(planned({ sortBy: { field: "author", dataType: "date" } }).sort.field.kind).toBe("text")
  })

  it("S11: requires a data type that the field has", () => {
    const filter: Filter = { field: "weight", operator: "equals", value: 1 }
    for (const dataType of ["double", "long"] as const) {
      expect(issues({ advancedSearch: [{ ...filter, dataType }], sortBy: { field: "weight", dataType } })).toEqual([])
    }
    const given = { advancedSearch: [filter], sortBy: { field: "weight", dataType: "date" } } as const
    const message = "must be double or long for a field of type decimal"
    const issue = { code: "value_error", message }
    expect(plan(given, library)).toEqual(
      Result.fail([
        { ...issue, path: ["advancedSearch", 0, "dataType"] },
        { ...issue, path: ["sortBy", "dataType"] }
      ])
    )
    expect(issues({ advancedSearch: [{ field: "genre", operator: "exists" }] })).toEqual([])
  })

  it("S7: accepts 50 filters and rejects 51", () => {
    expect(issues({ advancedSearch: Array.from({ length: 50 }, () => exists) })).toEqual([])
    expect(issues({ advancedSearch: Array.from({ length: 51 }, () => exists) })).toEqual([
      ["too_long", "advancedSearch"]
    ])
  })

  it("accepts a search term of 256 units and rejects 257", () => {
    expect(issues({ searchTerm: "x".repeat(256) })).toEqual([])
    expect(issues({ searchTerm: "😀".repeat(256) })).toEqual([])
    expect(issues({ searchTerm: "😀".repeat(257) })).toEqual([["too_long", "searchTerm"]])
    expect(issues({ searchTerm: "x".repeat(257) })).toEqual([["too_long", "searchTerm"]])
  })

  it.each(["a\0", "\ud83d"])("rejects a search term that a store cannot keep: %j", (searchTerm) => {
    expect(issues({ searchTerm })).toEqual([["value_error", "searchTerm"]])
  })

  it.each(["nickname", "", "Title", "title ", "__proto__", "constructor", "toString", "$.title"])(
    "S7: rejects the unknown field %j",
    (field) => {
      expect(issues({ advancedSearch: [{ field, operator: "exists" }], sortBy: { field } })).toEqual([
        ["value_error", "advancedSearch[0].field"],
        ["value_error", "sortBy.field"]
      ])
    }
  )

  it("S7: returns every issue with its path, not only the first", () => {
    const request: SearchRequest = {
      advancedSearch: [
        exists,
        { field: "nickname", operator: "equals", value: "x" },
        { field: "author", operator: "equals" },
        { field: "printed_at", operator: "starts_with", value: "2024" },
        { field: "printed_at", operator: "range", value: ["then", "now"] },
        { field: "lent", operator: "equals", value: "maybe" }
      ],
      searchTerm: "\0",
      sortBy: { field: "nickname" }
    }
    expect(issues(request)).toEqual([
      ["value_error", "advancedSearch[1].field"],
      ["missing", "advancedSearch[2].value"],
      ["value_error", "advancedSearch[3].operator"],
      ["datetime_parsing", "advancedSearch[4].value[0]"],
      ["datetime_parsing", "advancedSearch[4].value[1]"],
      ["bool_parsing", "advancedSearch[5].value"],
      ["value_error", "searchTerm"],
      ["value_error", "sortBy.field"]
    ])
  })
})

describe("groups (S14)", () => {
  const ada: Filter = { field: "author", operator: "equals", value: "Ada" }
  const notAda: Filter = { ...ada, operator: "not_equals" }
  const lent: Filter = { field: "lent", operator: "equals", value: true }
  const both = book({ text: { author: "ada" }, boolean: { lent: true } })
  const first = book({ text: { author: "ada" } })
  const second = book({ boolean: { lent: true } })
  const books = [both, first, second, book()]
  const found = (...advancedSearch: ReadonlyArray<SearchItem>) =>
    books.filter(toPredicate(planned({ advancedSearch }).condition))

  it("any finds books that satisfy at least one item, all finds books that satisfy each, not finds the others", () => {
    expect(found({ any: [ada, lent] })).toEqual([both, first, second])
    expect(found({ all: [ada, lent] })).toEqual([both])
    expect(found({ not: ada })).toEqual([second, books[3]])
    expect(found({ not: { any: [ada, lent] } })).toEqual([books[3]])
    expect(found({ any: [{ all: [ada, { not: lent }] }, { all: [notAda, lent] }] })).toEqual([first, second])
  })

  it("S7: groups are combined with filters, groups and the search term with AND", () => {
    expect(found(ada, { any: [ada, lent] })).toEqual([both, first])
    expect(found({ not: ada }, { any: [ada, lent] })).toEqual([second])
    const { condition } = planned({ advancedSearch: [{ not: lent }], searchTerm: "ada" })
    expect(books.filter(toPredicate(condition))).toEqual([first])
  })

  it("S1: not finds exactly the contacts that the group does not find", () => {
    for (const item of [ada, notAda, { any: [notAda, lent] }, { all: [notAda, lent] }, { not: { any: [ada, lent] } }]) {
      expect(found({ not: item })).toEqual(books.filter((one) => !found(item).includes(one)))
      expect(found({ not: { not: item } })).toEqual(found(item))
    }
  })

  it("a group of one item equals the item", () => {
    for (const one of [
      { any: [ada] },
      { all: [ada] },
      { not: { not: ada } },
      { not: notAda },
      { any: [{ all: [ada] }] }
    ]) {
      expect(planned({ advancedSearch: [one] })).toEqual(planned({ advancedSearch: [ada] }))
    }
  })

  it("an empty group is an issue, and each issue has its path", () => {
    const unknown: Filter = { field: "nickname", operator: "exists" }
    const valueless: Filter = { field: "author", operator: "equals" }
    const advancedSearch: ReadonlyArray<SearchItem> = [
      { any: [] },
      { any: [ada, valueless] },
      { all: [{ not: { all: [] } }, { any: [unknown] }] },
      { not: unknown }
    ]
    expect(issues({ advancedSearch })).toEqual([
      ["too_short", "advancedSearch[0].any"],
      ["missing", "advancedSearch[1].any[1].value"],
      ["too_short", "advancedSearch[2].all[0].not.all"],
      ["value_error", "advancedSearch[2].all[1].any[0].field"],
      ["value_error", "advancedSearch[3].not.field"]
    ])
  })

  const nested = (depth: number): SearchItem =>
    Array.from({ length: depth }).reduce<SearchItem>(
      (item, _, n) => (n % 2 === 0 ? { not: item } : { any: [item] }),
      ada
    )

  it("accepts groups five deep and rejects six", () => {
    expect(issues({ advancedSearch: [nested(5)] })).toEqual([])
    const place = "advancedSearch[0].any[0].not.any[0].not.any[0]"
    expect(issues({ advancedSearch: [nested(6)] })).toEqual([["value_error", place]])
    expect(issues({ advancedSearch: [nested(100_000)] })).toHaveLength(1)
  })

  it("S7: accepts 50 filters in total, and rejects 51", () => {
    const filters = (count: number) => Array.from({ length: count }, () => ada)
    expect(
      issues({ advancedSearch: [...filters(20), { any: [{ all: filters(15) }, { not: { any: filters(15) } }] }] })
    ).toEqual([])
    expect(issues({ advancedSearch: [ada, { any: filters(50) }] })).toEqual([["too_long", "advancedSearch"]])
  })
})

describe("the search term (S8)", () => {
  const finds = (term: string, text: Readonly<Record<string, string>>, digits: Searchable["text"] = {}): boolean => {
    const folded = Object.entries(text).map(([name, value]) => [name, fold(value)] as const)
    const written = Object.entries(digits).map(([name, value]) => [digitsOf(name), value] as const)
    return toPredicate(planned({ searchTerm: term }).condition)(
      book({ text: Object.fromEntries([...folded, ...written]) })
    )
  }

  it("searches only the text fields that the catalogue names", () => {
    for (const field of library.termFields.text) expect(finds("needle", { [field]: "a NEEDLE b" })).toBe(true)
    expect(finds("needle", { shelf: "needle" })).toBe(false)
  })

  it.each(["", " \n\u3000 "])("adds no condition without a token: %j", (searchTerm) => {
    expect(planned({ searchTerm, advancedSearch: [exists] }).condition).toEqual(author)
  })

  it("is split as typed: a character that folds to a string with a space stays one token", () => {
    expect(finds("¨", { title: "x\u0308" })).toBe(false)
    expect(finds("¨", { title: "x¨y" })).toBe(true)
  })

  it.each(["1701", "+49170", "(0170)123", "49.170.123", "49/170-12"])("finds %s among digits", (term) => {
    expect(finds(term, {}, { isbn: term === "(0170)123" ? "00170123" : "004917012345" })).toBe(true)
  })

  it("searches for digits only from four digits, and only in the catalogue's fields", () => {
    expect(finds("170", {}, { isbn: "170" })).toBe(false)
    expect(finds("1701", {}, { isbn: "1701" })).toBe(true)
    expect(finds("1701", {}, { shelf: "1701" })).toBe(false)
  })

  it.each([
    "(415) 555-0177",
    "+1 (415) 555-0177",
    "415-555-0177",
    "1 415 555 01",
    "415 \u2010 555 \u2013 0177",
    "\u202a+1\u00a0415\u2011555\u20110177\u202c",
    "001 415 555 0177",
    "\uff0b\uff11 \uff14\uff11\uff15 5550177"
  ])("reads the parts of %j as one number", (term) => {
    expect(finds(term, {}, { isbn: "14155550177" })).toBe(true)
    expect(finds(`ada ${term} love`, { author: "Ada Lovelace" }, { isbn: "14155550177" })).toBe(true)
    expect(finds(term, {}, { isbn: "15550177" })).toBe(false)
  })

  it.each([
    ["0049 170 1234567", "491701234567"],
    ["0170 1234567", "491701234567"],
    ["+44 (0)20 7946 0958", "442079460958"],
    ["+44(0)2079460958", "442079460958"],
    ["0170 1234567", "01701234567"],
    ["8 (495) 123-45-67", "84951234567"]
  ])("finds %s in %s, with any dialling prefix", (term, isbn) => {
    expect(finds(term, {}, { isbn })).toBe(true)
  })

  it("keeps neighbouring tokens separate if they have too few or too many digits for a number", () => {
    expect(finds("12 34", { title: "34 of 12" })).toBe(true)
    expect(finds("2026-11-25 2026-11-26 9", { title: "2026-11-26, 2026-11-25, 9" })).toBe(true)
    expect(finds("0170 12", {}, { isbn: "170" })).toBe(false)
  })

  it.each(["a1701", "ada1701@example.org"])("extracts no digits from %s, which is no phone number", (term) => {
    expect(finds(term, {}, { isbn: "1701" })).toBe(false)
  })
})
