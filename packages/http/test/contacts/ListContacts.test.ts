import { assert, describe } from "@effect/vitest"
import { caller, makeAskedApp } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contact, contactJson } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

/** An application whose listing has one contact of seven, and what it was asked for. */
const listing = makeAskedApp((answer) => ({
  contacts: { list: answer({ items: [contact], total: 7, next: "after-it" }) }
}))

describe("GET /v1/contacts", () => {
  test("W1, C5: returns 200 with every field of each contact except the client reference", function* () {
    const { asked, send } = yield* listing
    const answer = yield* send("GET", "/v1/contacts")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      contacts: [contactJson],
      pagination: { limit: 50, offset: 0, total: 7, next: "after-it" }
    })
    yield* send("GET", "/v1/contacts?order=asc&order_field=last_name")
    const newestFirst = { field: { kind: "instant", name: "createdAt" }, direction: "desc" }
    const byName = { field: { kind: "text", name: "lastName" }, direction: "asc" }
    assert.deepStrictEqual(
      asked,
      [newestFirst, byName].map((sort) => [caller, sort, { limit: 50, offset: 0 }])
    )
  })

  test("W3, W4: rejects an unknown order and a field that cannot be sorted by", function* () {
    const { asked, send } = yield* listing
    for (const [query, ...fields] of [
      ["order=up&order_field=email", "order_field", "order"],
      ["order=asc&order=desc", "order"],
      ["order_field=__proto__", "order_field"]
    ] as const) {
      const expected = fields.map((field) => ["enum", "query", field] as const)
      assert.deepStrictEqual(issuesOf(yield* send("GET", `/v1/contacts?${query}`)), expected)
    }
    assert.deepStrictEqual(asked, [])
  })

  test("W3: rejects unknown parameters, including camelCase ones, with the nearest name", function* () {
    const { asked, send } = yield* listing
    const answer = yield* send("GET", "/v1/contacts?email=a@b.c&orderField=none&__proto__=x")
    const names = ["email", "orderField", "__proto__"]
    assert.deepStrictEqual(
      issuesOf(answer),
      names.map((name) => ["extra_forbidden", "query", name])
    )
    assert.include(answer.text, "is order_field meant?")
    assert.deepStrictEqual(asked, [])
  })
})
