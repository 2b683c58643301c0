import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeAskedApp, workspace } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { namesOf, newList } from "./Fixture.ts"

const path = "/v1/contact-lists"

layer(TestApp.layer)("GET /v1/contact-lists", (it) => {
  it.effect("lists the active ones by name, in any case; by creation and backwards when that is asked for", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      for (const name of ["beta", "Alpha", "ärger", "ZULU"]) yield* newList(token, name)
      const names = (query: string) =>
        Effect.map(send("GET", `${path}${query}`, { token }), ({ json }) => namesOf(json))
      assert.deepStrictEqual(yield* names(""), ["Alpha", "beta", "ZULU", "ärger"])
      assert.deepStrictEqual(yield* names("?sort_order=desc"), ["ärger", "ZULU", "beta", "Alpha"])
      assert.deepStrictEqual(yield* names("?sort_field=created_at"), ["beta", "Alpha", "ärger", "ZULU"])
      assert.deepStrictEqual(yield* names("?status=archived"), [])
      const page = yield* send("GET", `${path}?limit=1&offset=2`, { token })
      assert.strictEqual(page.status, 200)
      assert.deepStrictEqual(namesOf(page.json), ["ZULU"])
      assert.deepInclude(page.json, { pagination: { limit: 1, offset: 2, total: 4 } })
      const past = yield* send("GET", `${path}?offset=1000000`, { token })
      assert.deepInclude(past.json, { contact_lists: [], pagination: { limit: 50, offset: 1_000_000, total: 4 } })
    })
  )

  it.effect("S2: search finds a part of the name, literally and in any case", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      for (const name of ["100% sure", "1000 sure", "Straße", "a_b", "acb", "İstanbul"]) yield* newList(token, name)
      const names = (search: string) =>
        Effect.map(send("GET", `${path}?search=${encodeURIComponent(search)}`, { token }), ({ json }) => namesOf(json))
      assert.deepStrictEqual(yield* names("0%"), ["100% sure"])
      assert.deepStrictEqual(yield* names("A_B"), ["a_b"])
      assert.deepStrictEqual(yield* names(" STRASSE "), ["Straße"])
      assert.deepStrictEqual(yield* names("SURE"), ["100% sure", "1000 sure"])
      assert.deepStrictEqual(yield* names("nothing"), [])
      assert.lengthOf(yield* names(""), 6)
      assert.lengthOf(yield* names("  "), 6)
    })
  )

  const violations: ReadonlyArray<readonly [query: string, type: string, field: string]> = [
    ["limit=0", "greater_than_equal", "limit"],
    ["limit=101", "less_than_equal", "limit"],
    ["limit=x", "int_parsing", "limit"],
    ["offset=-1", "greater_than_equal", "offset"],
    ["offset=1000001", "less_than_equal", "offset"],
    ["status=deleted", "enum", "status"],
    ["status=", "enum", "status"],
    ["sort_order=up", "enum", "sort_order"],
    ["sort_field=emoji", "enum", "sort_field"],
    ["search=a&search=b", "value_error", "search"],
    ["search=%00", "value_error", "search"]
  ]
  for (const [query, type, field] of violations) {
    it.effect(`W3, W4: ?${query} is 422 ${type}`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        assert.deepStrictEqual(issuesOf(yield* send("GET", `${path}?${query}`, { token })), [[type, "query", field]])
      })
    )
  }

  it.effect("W3: limits of 1 and 100 are taken, unknown parameters are ignored, also camelCase ones", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      for (const query of ["limit=1", "limit=100", "page=3&sortOrder=up&sortField=none"]) {
        assert.strictEqual((yield* send("GET", `${path}?${query}`, { token })).status, 200, query)
      }
    })
  )
})

describe("the endpoints of lists", () => {
  it.effect("A1: ask the service for the token's workspace, with what the query says", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* makeAskedApp((answer) => ({
        contactLists: { list: answer({ items: [], total: 0 }) }
      }))
      yield* send("GET", path)
      yield* send("GET", `${path}?status=archived&sort_field=created_at&sort_order=desc&search=%20x&limit=2&offset=3`)
      assert.deepStrictEqual(asked, [
        [workspace, { status: "active", sortField: "name", sortOrder: "asc", search: null }, { limit: 50, offset: 0 }],
        [
          workspace,
          { status: "archived", sortField: "createdAt", sortOrder: "desc", search: " x" },
          { limit: 2, offset: 3 }
        ]
      ])
    })
  )
})
