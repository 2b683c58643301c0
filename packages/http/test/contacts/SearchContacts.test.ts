import { assert, describe } from "@effect/vitest"
import { issue } from "@rollcall/core/operations"
import { Effect } from "effect"
import { caller, makeApp, uuid } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contact, contactJson } from "../Samples.ts"
import { toWireIssues } from "@rollcall/api"
import { test } from "../../../core/test/Suite.ts"

const path = "/v1/contacts/search"

/** An application whose search finds one contact of seven, and what it was asked for. */
const searching = Effect.gen(function* () {
  const asked: Array<unknown> = []
  const send = yield* makeApp({
    contacts: {
      search: (caller, request, { limit, offset }) => {
        asked.push([caller, request, { limit, offset }])
        return Effect.succeed({ items: [contact], total: 7, next: "after-it" })
      }
    }
  })
  return { asked, send }
})

describe("POST /v1/contacts/search", () => {
  test("an empty object finds all contacts, ten at a time", function* () {
    const { asked, send } = yield* searching
    const answer = yield* send("POST", path, { json: {} })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      contacts: [contactJson],
      pagination: { limit: 10, offset: 0, total: 7, next: "after-it" }
    })
    const everything = { searchTerm: null, advancedSearch: [], sortBy: null }
    assert.deepStrictEqual(asked, [[caller, everything, { limit: 10, offset: 0 }]])
  })

  const snake = {
    search_term: "zoe",
    advanced_search: [
      { field: "first_name", operator: "not_equals", value: "a", data_type: "text" },
      { field: "created_at", operator: "range", value: ["2026-01-01", "2026-02-01"] },
      { field: "email", operator: "exists" }
    ],
    sort_by: { field: "last_name", sort_order: "desc", data_type: "text" }
  }
  const camel = {
    searchTerm: "zoe",
    advancedSearch: [
      { field: "firstName", operator: "not_equals", value: "a", dataType: "text" },
      { field: "createdAt", operator: "range", value: ["2026-01-01", "2026-02-01"] },
      { field: "email", operator: "exists" }
    ],
    sortBy: { field: "lastName", sortOrder: "desc", dataType: "text" }
  }
  for (const [name, json] of Object.entries({ snake, camel })) {
    test(`W2: accepts names in ${name} case, also inside filters and the order, and either case for fields`, function* () {
      const { asked, send } = yield* searching
      const answer = yield* send("POST", `${path}?limit=100&offset=20`, { json })
      assert.strictEqual(answer.status, 200)
      const request = {
        searchTerm: "zoe",
        advancedSearch: [
          { field: "firstName", operator: "not_equals", value: "a", dataType: "text" },
          { field: "createdAt", operator: "range", value: ["2026-01-01", "2026-02-01"], dataType: "text" },
          { field: "email", operator: "exists", value: undefined, dataType: "text" }
        ],
        sortBy: { field: "lastName", sortOrder: "desc", dataType: "text" }
      }
      assert.deepStrictEqual(asked, [[caller, request, { limit: 100, offset: 20 }]])
    })
  }

  test("W2: returns 422 for both spellings of one field, at any place", function* () {
    const { send } = yield* searching
    const filter = { field: "email", operator: "exists", data_type: "text", dataType: "text" }
    const json = { search_term: "a", searchTerm: "a", advanced_search: [filter] }
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json })), [
      ["value_error", "body", "search_term"],
      ["value_error", "body", "advanced_search[0].data_type"]
    ])
  })

  test("W4, S7: reports every issue in the body with its path", function* () {
    const { asked, send } = yield* searching
    const json = {
      searchTerm: 5,
      advancedSearch: [{ operator: "like" }, 7, { field: "email", operator: "equals", dataType: "money" }],
      sortBy: { sortOrder: "up" }
    }
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json })), [
      ["string_type", "body", "search_term"],
      ["missing", "body", "advanced_search[0].field"],
      ["enum", "body", "advanced_search[0].operator"],
      ["dict_type", "body", "advanced_search[1]"],
      ["enum", "body", "advanced_search[2].data_type"],
      ["missing", "body", "sort_by.field"],
      ["enum", "body", "sort_by.sort_order"]
    ])
    assert.deepStrictEqual(asked, [])
  })

  test("S14, W2: accepts groups of filters, with names in either case inside them", function* () {
    const { asked, send } = yield* searching
    const json = {
      advanced_search: [
        {
          any: [
            { field: "first_name", operator: "exists", dataType: "text" },
            { not: { field: "age", operator: "exists" } }
          ]
        },
        { all: [{ any: [{ field: "createdAt", operator: "exists", data_type: null }] }] }
      ]
    }
    assert.strictEqual((yield* send("POST", path, { json })).status, 200)
    const exists = (field: string) => ({ field, operator: "exists", value: undefined, dataType: "text" })
    const advancedSearch = [
      { any: [exists("firstName"), { not: exists("age") }] },
      { all: [{ any: [exists("createdAt")] }] }
    ]
    assert.deepStrictEqual(asked, [
      [caller, { searchTerm: null, advancedSearch, sortBy: null }, { limit: 10, offset: 0 }]
    ])
  })

  test.each([
    ["contact_list_uuid", "contactListUuid"],
    ["segment_uuid", "segmentUuid"]
  ] as const)(
    "W2, S15: accepts %s as a field in either case, and uses that name in issues",
    function* ([snake, camel]) {
      const { asked, send } = yield* searching
      const filter = (field: string) => ({ field, operator: "equals", value: [uuid] })
      const json = { advanced_search: [filter(snake), { not: filter(camel) }] }
      assert.strictEqual((yield* send("POST", path, { json })).status, 200)
      const read = { ...filter(camel), dataType: "text" }
      const advancedSearch = [read, { not: read }]
      assert.deepStrictEqual(asked, [
        [caller, { searchTerm: null, advancedSearch, sortBy: null }, { limit: 10, offset: 0 }]
      ])
      const issues = [issue("value_error", ["sortBy", "field"], `is none of email, ${camel}`)]
      assert.strictEqual(toWireIssues(issues)[0]?.msg, `is none of email, ${snake}`)
    }
  )

  test("S14, W4: accepts one filter or one group as an item, and reports every issue inside it with its path", function* () {
    const { asked, send } = yield* searching
    const exists = { field: "email", operator: "exists" }
    const json = {
      advanced_search: [
        { any: [exists], all: [exists] },
        { ...exists, not: exists },
        { any: "x" },
        { not: [exists] },
        { not: { any: [exists, { operator: "like" }, 7] } },
        { all: [{ any: [exists], ...exists }] },
        {}
      ]
    }
    const answer = yield* send("POST", path, { json })
    assert.deepStrictEqual(issuesOf(answer), [
      ["value_error", "body", "advanced_search[0].all"],
      ["value_error", "body", "advanced_search[1].not"],
      ["list_type", "body", "advanced_search[2].any"],
      ["dict_type", "body", "advanced_search[3].not"],
      ["missing", "body", "advanced_search[4].not.any[1].field"],
      ["enum", "body", "advanced_search[4].not.any[1].operator"],
      ["dict_type", "body", "advanced_search[4].not.any[2]"],
      ["value_error", "body", "advanced_search[5].all[0].any"],
      ["missing", "body", "advanced_search[6]"]
    ])
    assert.include(answer.text, "must have one of field, operator, any, all, not")
    assert.include(answer.text, "an item is a filter, or has only one of any, all and not")
    const twice = { ...exists, data_type: "text", dataType: "text" }
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json: { advanced_search: [{ any: [twice] }] } })), [
      ["value_error", "body", "advanced_search[0].any[0].data_type"]
    ])
    assert.deepStrictEqual(asked, [])
  })

  for (const [name, group] of [
    ["groups", (inner: string) => `{"not":${inner}}`],
    ["groups in camelCase", (inner: string) => `{"not":${inner},"dataType":1}`],
    ["lists", (inner: string) => `{"any":[${inner}]}`]
  ] as const) {
    test(`W4, S14: rejects ${name} forty thousand deep like any invalid body`, function* () {
      const { send } = yield* searching
      let item = "1"
      for (let depth = 0; depth < 40_000; depth++) item = group(item)
      const answer = yield* send("POST", path, { body: `{"advanced_search":[${item}]}` })
      assert.strictEqual(answer.status, 422)
      assert.include(answer.text, "must not be nested deeper than 64 levels")
    })
  }

  test("W4: reports issues in the query and in the body together", function* () {
    const { send } = yield* searching
    assert.deepStrictEqual(issuesOf(yield* send("POST", `${path}?limit=0`, { json: { search_term: 5 } })), [
      ["greater_than_equal", "query", "limit"],
      ["string_type", "body", "search_term"]
    ])
    assert.deepStrictEqual(issuesOf(yield* send("POST", `${path}?limit=101`, { body: "{" })), [
      ["less_than_equal", "query", "limit"]
    ])
  })

  test("returns 422 for invalid lists, and treats null as missing", function* () {
    const { send } = yield* searching
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json: { advanced_search: {}, sort_by: [] } })), [
      ["list_type", "body", "advanced_search"],
      ["dict_type", "body", "sort_by"]
    ])
    const nothing = { search_term: null, advanced_search: null, sort_by: null }
    assert.strictEqual((yield* send("POST", path, { json: nothing })).status, 200)
  })

  test("returns a limited number of issues for a list of thousands of invalid filters", function* () {
    const { send } = yield* searching
    const few = yield* send("POST", path, { json: { advanced_search: Array.from({ length: 5_000 }, () => 1) } })
    assert.strictEqual(issuesOf(few).length, 1_001)
    assert.deepStrictEqual(issuesOf(few).at(-1), ["too_many", "body", ""])
    const many = yield* send("POST", path, { json: { advanced_search: Array.from({ length: 100_000 }, () => 1) } })
    assert.deepStrictEqual(issuesOf(many), [["too_long", "body", ""]])
  })
})
