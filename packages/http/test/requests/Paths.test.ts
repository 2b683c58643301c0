import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeApp, uuid } from "../App.ts"
import { endpoints, issuesOf } from "../Endpoints.ts"

/** Every name that some body takes, with a value that none takes. */
const wrong = Object.fromEntries(
  [
    ...["email", "name", "field_type", "custom_fields", "custom_field_uuid", "contact_uuids", "content", "title"],
    ...["search_term", "after", "url"]
  ].map((name) => [name, 5])
)

describe("W4: what is wrong with the path, the query and the body is reported together", () => {
  const withBody = endpoints.filter(({ area, json }) => area === "contacts" && json !== undefined)
  for (const { method, path } of withBody.filter(({ path }) => path.includes(uuid))) {
    it.effect(`${method} ${path}`, () =>
      Effect.gen(function* () {
        const send = yield* makeApp()
        const answer = yield* send(method, path.replaceAll(uuid, "none"), { json: wrong })
        const places = issuesOf(answer).map(([, place]) => place)
        assert.strictEqual(places.indexOf("body"), path.split(uuid).length - 1)
      })
    )
  }

  it.effect("of an endpoint that takes no body, the path and the query", () =>
    Effect.gen(function* () {
      const send = yield* makeApp()
      const answer = yield* send("GET", "/v1/contact-lists/none/contacts?limit=0&offset=x")
      assert.deepStrictEqual(issuesOf(answer), [
        ["uuid_parsing", "path", "contact_list_uuid"],
        ["greater_than_equal", "query", "limit"],
        ["int_parsing", "query", "offset"]
      ])
    })
  )

  it.effect("an endpoint that takes no body does not look at one", () =>
    Effect.gen(function* () {
      const send = yield* makeApp()
      for (const { area, json, method, path } of endpoints) {
        if (area !== "contacts" || json !== undefined || method === "GET" || !path.includes(uuid)) continue
        const answer = yield* send(method, path.replaceAll(uuid, "none"), { body: "{" })
        assert.deepStrictEqual([...new Set(issuesOf(answer).map(([type]) => type))], ["uuid_parsing"])
      }
    })
  )
})
