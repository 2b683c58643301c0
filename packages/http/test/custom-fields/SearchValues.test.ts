import { assert, layer } from "@effect/vitest"
import type { FieldType } from "@rollcall/core/storage"
import { Context, Effect, Layer } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, foundOf, newContactPath } from "./Fixture.ts"

const fields: ReadonlyArray<readonly [key: string, type: FieldType, more?: object]> = [
  ["note", "text"],
  ["size", "number:integer"],
  ["weight", "number:decimal"],
  ["share", "number:percentage"],
  ["vip", "checkbox"],
  ["birthday", "date"],
  ["renewal", "date:relative"],
  ["visited", "date:date_time"],
  ["opens", "date:time"],
  ["tier", "select", { select_options: ["Gold", "Very gold"] }],
  ["tags", "multiselect", { select_options: ["Red", "Green", "Deep blue"] }],
  ["owner", "user"]
]

const owner = "0197a000-0000-7000-8000-00000000000a"

const people = {
  Ann: {
    note: "Straße 100%",
    size: 9,
    weight: 1.5,
    share: 50,
    vip: true,
    birthday: "1990-05-01",
    renewal: "2026-02-28",
    visited: "2026-02-28T23:30:00-01:00",
    opens: "09:30",
    tier: "Gold",
    tags: ["Red", "Green"],
    owner
  },
  Bob: {
    note: "strasse 100x",
    size: 10,
    weight: -2,
    vip: false,
    birthday: "1990-04-30",
    tier: "Very gold",
    tags: ["Red"]
  },
  Cem: {
    note: "İzmir",
    size: 0,
    share: 0,
    visited: "2026-02-28T12:00:00Z",
    opens: "17:00:30",
    tags: ["Deep blue", "Red"]
  },
  Dee: {}
}

/** A workspace with a field of every type and four contacts. */
class People extends Context.Service<
  People,
  { readonly search: (json: object) => ReturnType<typeof TestApp.Service.send> }
>()("test/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      for (const [field_key, type, more] of fields) yield* define(token, type, { field_key, ...more })
      for (const [first_name, values] of Object.entries(people)) yield* newContactPath(token, values, { first_name })
      return People.of({ search: (json) => send("POST", "/v1/contacts/search", { token, json }) })
    })
  ).pipe(Layer.provide(TestApp.layer))
}

type Filter = readonly [field: string, operator: string, value?: unknown, data_type?: string]

const toJson = ([field, operator, value, data_type]: Filter) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
  ...(data_type !== undefined && { data_type })
})

/** Filters, and the initials of the contacts that each finds. */
const finds: ReadonlyArray<readonly [filter: Filter, found: string]> = [
  [["note", "equals", " STRASSE 100% "], "A"],
  [["note", "equals", "straße 100%", "text"], "A"],
  [["note", "not_equals", "strasse 100%"], "BCD"],
  [["note", "contains", "100%"], "A"],
  [["note", "not_contains", "strasse"], "CD"],
  [["note", "starts_with", "Strasse"], "AB"],
  [["note", "ends_with", "_x"], ""],
  [["note", "gt", "strasse 100%"], "B"],
  [["note", "range", ["a", "strasse 100%"]], "AC"],
  [["note", "exists"], "ABC"],
  [["note", "not_exists"], "D"],
  [["note", "exists", "D"], "ABC"],
  [["note", "not_exists", [5]], "D"],
  [["size", "equals", 9, "long"], "A"],
  [["size", "equals", "9", "long"], "A"],
  [["size", "not_equals", 9, "long"], "BCD"],
  [["size", "gt", 9, "long"], "B"],
  [["size", "gte", 9, "long"], "AB"],
  [["size", "lt", 10, "long"], "AC"],
  [["size", "range", [0, 9], "long"], "AC"],
  [["size", "exists", undefined, "long"], "ABC"],
  [["weight", "equals", "1.50", "double"], "A"],
  [["weight", "lt", 0, "double"], "B"],
  [["weight", "gte", -2, "long"], "AB"],
  [["weight", "not_exists", undefined, "double"], "CD"],
  [["share", "lte", 50, "double"], "AC"],
  [["vip", "equals", true, "boolean"], "A"],
  [["vip", "equals", "false", "boolean"], "B"],
  [["vip", "not_equals", true, "boolean"], "BCD"],
  [["vip", "exists", undefined, "boolean"], "AB"],
  [["birthday", "equals", "1990-05-01", "date"], "A"],
  [["birthday", "lt", "1990-05-01", "date"], "B"],
  [["birthday", "lte", "1990-05-01T00:00:00Z", "date"], "AB"],
  [["birthday", "range", ["1990-04-30", "1990-04-30"], "date"], "B"],
  [["renewal", "gte", "2026-02-28", "date"], "A"],
  [["visited", "equals", "2026-02-28", "date"], "C"],
  [["visited", "gt", "2026-02-28", "date"], "A"],
  [["visited", "equals", "2026-03-01T00:30:00Z", "date"], "A"],
  [["opens", "lt", "17:00"], "A"],
  [["opens", "starts_with", "17:"], "C"],
  [["tier", "equals", "gold"], "A"],
  [["tier", "equals", "Very gold"], "B"],
  [["tier", "contains", "gold"], "AB"],
  [["tags", "equals", "Red"], "ABC"],
  [["tags", "contains", "deep_blue"], "C"],
  [["tags", "equals", ["Green", "red"]], "A"],
  [["tags", "equals", ["Red"]], "B"],
  [["tags", "equals", ["Red", "Red"]], "B"],
  [["tags", "contains", ["Red", "Deep blue"]], "C"],
  [["tags", "not_contains", "Green"], "BCD"],
  [["tags", "not_equals", ["Red"]], "ACD"],
  [["tags", "equals", "Purple"], ""],
  [["tags", "exists"], "ABC"],
  [["owner", "equals", owner.toUpperCase()], "A"]
]

const refused: ReadonlyArray<readonly [filter: Filter, type: string, at: string]> = [
  [["shoe", "exists"], "value_error", "field"],
  [["Note", "exists"], "value_error", "field"],
  [["__proto__", "exists"], "value_error", "field"],
  [["constructor", "equals", "a"], "value_error", "field"],
  [["custom_fields.note", "equals", "a"], "value_error", "field"],
  [["note", "equals", "a", "long"], "value_error", "data_type"],
  [["size", "equals", 9], "value_error", "data_type"],
  [["size", "equals", 9, "double"], "value_error", "data_type"],
  [["weight", "equals", 9, "text"], "value_error", "data_type"],
  [["vip", "exists"], "value_error", "data_type"],
  [["birthday", "equals", "1990-05-01"], "value_error", "data_type"],
  [["opens", "equals", "09:30", "date"], "value_error", "data_type"],
  [["tags", "exists", undefined, "boolean"], "value_error", "data_type"],
  [["tags", "exists", undefined, "list"], "enum", "data_type"],
  [["size", "equals", 4.5, "long"], "int_parsing", "value"],
  [["size", "gt", "", "long"], "int_parsing", "value"],
  [["weight", "equals", "1e999", "double"], "float_parsing", "value"],
  [["vip", "equals", 1, "boolean"], "bool_parsing", "value"],
  [["vip", "gt", true, "boolean"], "value_error", "operator"],
  [["birthday", "equals", "1990-02-30", "date"], "datetime_parsing", "value"],
  [["birthday", "contains", "1990", "date"], "datetime_parsing", "value"],
  [["size", "contains", "9", "long"], "value_error", "operator"],
  [["tags", "starts_with", "r"], "value_error", "operator"],
  [["tags", "equals", []], "too_short", "value"],
  [["tags", "contains", ["Red", 5]], "string_type", "value[1]"],
  [["note", "equals", ["a"]], "string_type", "value"],
  [["note", "range", ["a"]], "too_short", "value"],
  [["size", "range", [1, 2, 3], "long"], "too_long", "value"],
  [["note", "equals"], "missing", "value"]
]

const orders: ReadonlyArray<readonly [field: string, data_type: string | undefined, asc: string, desc: string]> = [
  ["note", undefined, "CABD", "BACD"],
  ["size", "long", "CABD", "BACD"],
  ["weight", "double", "BA", "AB"],
  ["weight", "long", "BA", "AB"],
  ["vip", "boolean", "BA", "AB"],
  ["birthday", "date", "BA", "AB"],
  ["visited", "date", "CA", "AC"],
  ["opens", "text", "AC", "CA"],
  ["tier", "text", "AB", "BA"],
  ["tags", "text", "CAB", "BAC"]
]

const initials = (names: ReadonlyArray<string | null>) => names.map((name) => name?.[0]).join("")

layer(People.layer)("POST /v1/contacts/search on custom fields", (it) => {
  for (const [filter, found] of finds) {
    it.effect(`S1-S7, S11: ${filter.map((part) => JSON.stringify(part)).join(" ")} finds ${found || "none"}`, () =>
      Effect.gen(function* () {
        const { search } = yield* People
        const sort_by = { field: "first_name" }
        const answer = yield* search({ advanced_search: [toJson(filter)], sort_by })
        assert.strictEqual(answer.status, 200, answer.text)
        const { names, total } = foundOf(answer.json)
        assert.deepStrictEqual([initials(names), total], [found, found.length])
      })
    )
  }

  for (const [filter, type, at] of refused) {
    it.effect(`S7, S11: ${filter.map((part) => JSON.stringify(part)).join(" ")} is 422 ${type} at ${at}`, () =>
      Effect.gen(function* () {
        const { search } = yield* People
        const answer = yield* search({ advanced_search: [toJson(filter)] })
        assert.deepStrictEqual(issuesOf(answer), [[type, "body", `advanced_search[0].${at}`]])
      })
    )
  }

  for (const [field, data_type, asc, desc] of orders) {
    it.effect(`S9, S11: sorts by ${field}, those without a value last in both directions`, () =>
      Effect.gen(function* () {
        const { search } = yield* People
        for (const [sort_order, expected] of [
          ["asc", asc],
          ["desc", desc]
        ] as const) {
          const answer = yield* search({
            sortBy: { field, sortOrder: sort_order, ...(data_type && { dataType: data_type }) }
          })
          const { names, total } = foundOf(answer.json)
          assert.strictEqual(total, 4)
          assert.strictEqual(initials(names).slice(0, expected.length), expected)
        }
      })
    )
  }

  it.effect("S7, S11: an order by a field that is none, or by a wrong data type, is 422", () =>
    Effect.gen(function* () {
      const { search } = yield* People
      const issues = (sort_by: object) => Effect.map(search({ sort_by }), issuesOf)
      assert.deepStrictEqual(yield* issues({ field: "shoe" }), [["value_error", "body", "sort_by.field"]])
      assert.deepStrictEqual(yield* issues({ field: "size" }), [["value_error", "body", "sort_by.data_type"]])
      assert.include(
        (yield* search({ sort_by: { field: "weight" } })).text,
        "must be double or long for a field of type"
      )
      assert.deepStrictEqual(yield* issues({ field: "note", data_type: "date" }), [
        ["value_error", "body", "sort_by.data_type"]
      ])
    })
  )

  it.effect("S7: filters on custom and predefined fields and the term are joined by AND", () =>
    Effect.gen(function* () {
      const { search } = yield* People
      const advanced_search = [
        { field: "tags", operator: "contains", value: "Red" },
        { field: "size", operator: "lte", value: 9, dataType: "long" },
        { field: "first_name", operator: "not_equals", value: "cem" }
      ]
      const answer = yield* search({ advanced_search, search_term: "zoe@" })
      assert.deepStrictEqual(foundOf(answer.json), { names: ["Ann"], total: 1 })
      assert.deepStrictEqual(foundOf((yield* search({ search_term: "strasse" })).json), { names: [], total: 0 })
    })
  )

  it.effect("W4: the issues of all filters and of the order are reported together", () =>
    Effect.gen(function* () {
      const { search } = yield* People
      const answer = yield* search({
        advanced_search: [toJson(["shoe", "exists"]), toJson(["size", "gt", "a", "long"]), toJson(["note", "exists"])],
        sort_by: { field: "vip" }
      })
      assert.deepStrictEqual(issuesOf(answer), [
        ["value_error", "body", "advanced_search[0].field"],
        ["int_parsing", "body", "advanced_search[1].value"],
        ["value_error", "body", "sort_by.data_type"]
      ])
    })
  )
})
