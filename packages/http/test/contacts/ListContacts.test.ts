import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeAskedApp, workspace } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contact, contactJson } from "../Samples.ts"

/** An application whose listing has one contact of seven, and what it was asked for. */
const listing = makeAskedApp((answer) => ({ contacts: { list: answer({ items: [contact], total: 7 }) } }))

describe("GET /v1/contacts", () => {
  it.effect("W1, C5: answers 200 with every field of each contact, the client reference not among them", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* listing
      const answer = yield* send("GET", "/v1/contacts")
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.json, {
        contacts: [contactJson],
        pagination: { limit: 50, offset: 0, total: 7 }
      })
      const newestFirst = { field: { kind: "instant", name: "createdAt" }, direction: "desc" }
      assert.deepStrictEqual(asked, [[workspace, newestFirst, { limit: 50, offset: 0 }]])
    })
  )

  for (const limit of [1, 100]) {
    it.effect(`takes a limit of ${limit} and an offset of 1,000,000`, () =>
      Effect.gen(function* () {
        const { send } = yield* listing
        const answer = yield* send("GET", `/v1/contacts?limit=${limit}&offset=1000000&order=asc&order_field=last_name`)
        assert.strictEqual(answer.status, 200)
        assert.deepInclude(answer.json, { pagination: { limit, offset: 1_000_000, total: 7 } })
      })
    )
  }

  const violations: ReadonlyArray<readonly [query: string, type: string, field: string]> = [
    ["limit=0", "greater_than_equal", "limit"],
    ["limit=101", "less_than_equal", "limit"],
    ["limit=99999999999999999999999999", "less_than_equal", "limit"],
    ["limit=1e1", "int_parsing", "limit"],
    ["limit=5.0", "int_parsing", "limit"],
    ["limit=%2B5", "int_parsing", "limit"],
    ["limit=+5", "int_parsing", "limit"],
    ["limit=0x10", "int_parsing", "limit"],
    ["limit=", "int_parsing", "limit"],
    ["limit", "int_parsing", "limit"],
    ["limit=%00", "int_parsing", "limit"],
    ["limit=5&limit=5", "value_error", "limit"],
    ["offset=-1", "greater_than_equal", "offset"],
    ["offset=1000001", "less_than_equal", "offset"],
    ["offset=one", "int_parsing", "offset"],
    ["order=up", "enum", "order"],
    ["order=asc&order=desc", "enum", "order"],
    ["order_field=email", "enum", "order_field"],
    ["order_field=__proto__", "enum", "order_field"]
  ]
  for (const [query, type, field] of violations) {
    it.effect(`W3, W4: ?${query} is 422 ${type}`, () =>
      Effect.gen(function* () {
        const { asked, send } = yield* listing
        assert.deepStrictEqual(issuesOf(yield* send("GET", `/v1/contacts?${query}`)), [[type, "query", field]])
        assert.deepStrictEqual(asked, [])
      })
    )
  }

  it.effect("W4: all violations are reported", () =>
    Effect.gen(function* () {
      const { send } = yield* listing
      const answer = yield* send("GET", "/v1/contacts?limit=0&offset=x&order=up&order_field=none")
      assert.sameDeepMembers(
        [...issuesOf(answer)],
        [
          ["greater_than_equal", "query", "limit"],
          ["int_parsing", "query", "offset"],
          ["enum", "query", "order"],
          ["enum", "query", "order_field"]
        ]
      )
    })
  )

  it.effect("W3: unknown parameters are ignored, also camelCase ones", () =>
    Effect.gen(function* () {
      const { send } = yield* listing
      const answer = yield* send("GET", "/v1/contacts?page=3&orderField=none&__proto__=x")
      assert.strictEqual(answer.status, 200)
    })
  )
})
