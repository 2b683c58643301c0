import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SharedApp, uuid } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { agreeing } from "../Stubs.ts"

/** Every listing of the Contacts area that has pages, and how many items are on one by default. */
const listings = [
  ["GET", "/v1/contacts", 50],
  ["POST", "/v1/contacts/search", 10],
  ["GET", `/v1/contacts/bulk/${uuid}/rows`, 50],
  ["GET", `/v1/contacts/${uuid}/notes`, 50],
  ["GET", `/v1/contacts/${uuid}/contact-lists`, 50],
  ["GET", "/v1/contact-lists", 50],
  ["GET", `/v1/contact-lists/${uuid}/contacts`, 50],
  ["GET", "/v1/segments", 50],
  ["GET", `/v1/segments/${uuid}/contacts`, 50],
  ["GET", "/v1/custom-fields", 50],
  ["GET", "/v1/templates", 50]
] as const

const violations: ReadonlyArray<readonly [query: string, ...issue: readonly [type: string, field: string]]> = [
  ["limit=0", "greater_than_equal", "limit"],
  ["limit=101", "less_than_equal", "limit"],
  ["limit=99999999999999999999999999", "less_than_equal", "limit"],
  ...["limit=1e1", "limit=5.0", "limit=%2B5", "limit=+5", "limit=0x10", "limit=", "limit", "limit=%00"].map(
    (query) => [query, "int_parsing", "limit"] as const
  ),
  ["limit=5&limit=5", "value_error", "limit"],
  ["offset=-1", "greater_than_equal", "offset"],
  ["offset=1000001", "less_than_equal", "offset"],
  ["offset=one", "int_parsing", "offset"],
  ["page=3", "extra_forbidden", "page"],
  ["Limit=3", "extra_forbidden", "Limit"]
]

layer(SharedApp.layerOf(agreeing))("the pages of a listing", (it) => {
  it.effect.each(listings)(
    "W3, W4, W9: %s %s accepts limits up to 100 and offsets up to 1,000,000",
    ([method, path, limit]) =>
      Effect.gen(function* () {
        const send = yield* SharedApp
        const sent = method === "POST" ? { json: {} } : {}
        for (const [query, pagination] of [
          ["", { limit, offset: 0 }],
          ["?limit=1", { limit: 1, offset: 0 }],
          ["?limit=100&offset=1000000", { limit: 100, offset: 1_000_000 }]
        ] as const) {
          assert.deepNestedInclude((yield* send(method, path + query, sent)).json, {
            "pagination.limit": pagination.limit,
            "pagination.offset": pagination.offset
          })
        }
        for (const [query, type, field] of violations) {
          const answer = yield* send(method, `${path}?${query}`, sent)
          assert.deepStrictEqual(issuesOf(answer), [[type, "query", field]], query)
        }
        const both = yield* send(method, `${path}?limit=101&offset=1000001`, sent)
        assert.deepStrictEqual(issuesOf(both), [
          ["less_than_equal", "query", "limit"],
          ["less_than_equal", "query", "offset"]
        ])
        assert.include(both.text, "must be at most 100")
        assert.include(both.text, "must be at most 1000000")
      })
  )
})
