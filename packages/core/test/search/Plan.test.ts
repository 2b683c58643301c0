import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import { predefinedFields } from "../../src/search/Field.ts"
import type { Filter, SearchRequest } from "../../src/search/Filter.ts"
import { planSearch } from "../../src/search/Plan.ts"

const plan = (request: SearchRequest) => Result.getOrThrow(planSearch(request))

const issues = (request: SearchRequest) =>
  Result.match(planSearch(request), {
    onFailure: (issues) => issues.map((issue) => [issue.type, issue.in, issue.field]),
    onSuccess: () => []
  })

const exists: Filter = { field: "email", operator: "exists" }
const email = { _tag: "TextPresent", field: "email" }

describe("planSearch", () => {
  it.each([{}, { filters: [] }, { searchTerm: null }, { searchTerm: " \t" }, { sortBy: null }])(
    "asks for every contact, newest first, when nothing is said: %j",
    (request) => {
      expect(plan(request)).toEqual({
        condition: { _tag: "All", conditions: [] },
        sort: { field: { kind: "instant", name: "created_at" }, direction: "desc" }
      })
    }
  )

  it("S7: joins the filters and the search term by AND", () => {
    const name: Filter = { field: "first_name", operator: "exists" }
    const { condition } = plan({ filters: [exists, name], searchTerm: "ada" })
    expect(condition).toMatchObject({
      _tag: "All",
      conditions: [email, { _tag: "TextPresent", field: "first_name" }, { _tag: "Any" }]
    })
    expect(plan({ filters: [exists] }).condition).toEqual(email)
  })

  it("S9: sorts upward unless asked otherwise, by every predefined field", () => {
    for (const [name, field] of predefinedFields) {
      expect(plan({ sortBy: { field: name } }).sort).toEqual({ field, direction: "asc" })
      expect(plan({ sortBy: { field: name, order: "desc" } }).sort).toEqual({ field, direction: "desc" })
    }
  })

  it("ignores the data type of a predefined field", () => {
    expect(plan({ filters: [{ ...exists, dataType: "long" }] }).condition).toEqual(email)
    expect(plan({ sortBy: { field: "email", dataType: "date" } }).sort.field.kind).toBe("text")
  })

  it("S7: takes 50 filters and not 51", () => {
    expect(issues({ filters: Array.from({ length: 50 }, () => exists) })).toEqual([])
    expect(issues({ filters: Array.from({ length: 51 }, () => exists) })).toEqual([
      ["too_long", "body", "advanced_search"]
    ])
  })

  it("takes a search term of 256 units and not of 257", () => {
    expect(issues({ searchTerm: "x".repeat(256) })).toEqual([])
    expect(issues({ searchTerm: "😀".repeat(128) })).toEqual([])
    expect(issues({ searchTerm: "x".repeat(257) })).toEqual([["too_long", "body", "search_term"]])
  })

  it.each(["a\0", "\ud83d"])("takes no search term that a store cannot keep: %j", (searchTerm) => {
    expect(issues({ searchTerm })).toEqual([["value_error", "body", "search_term"]])
  })

  it.each(["nickname", "", "Email", "email ", "__proto__", "constructor", "toString", "$.email"])(
    "S7: knows no field %j",
    (field) => {
      expect(issues({ filters: [{ field, operator: "exists" }], sortBy: { field } })).toEqual([
        ["value_error", "body", "advanced_search[0].field"],
        ["value_error", "body", "sort_by.field"]
      ])
    }
  )

  it("S7: gives every issue with its place, not the first alone", () => {
    const request: SearchRequest = {
      filters: [
        exists,
        { field: "nickname", operator: "equals", value: "x" },
        { field: "email", operator: "equals" },
        { field: "created_at", operator: "contains", value: "2024" },
        { field: "created_at", operator: "range", value: ["then", "now"] },
        { field: "archived", operator: "equals", value: "maybe" },
        { field: "email", operator: "exists", value: true }
      ],
      searchTerm: "\0",
      sortBy: { field: "nickname" }
    }
    expect(issues(request)).toEqual([
      ["value_error", "body", "advanced_search[1].field"],
      ["missing", "body", "advanced_search[2].value"],
      ["value_error", "body", "advanced_search[3].operator"],
      ["datetime_parsing", "body", "advanced_search[4].value[0]"],
      ["datetime_parsing", "body", "advanced_search[4].value[1]"],
      ["bool_parsing", "body", "advanced_search[5].value"],
      ["value_error", "body", "advanced_search[6].value"],
      ["value_error", "body", "search_term"],
      ["value_error", "body", "sort_by.field"]
    ])
  })
})
