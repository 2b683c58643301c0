import { assert, describe } from "@effect/vitest"
import { actor, caller, makeAskedApp, uuid } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { searchAddition } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

const path = `/v1/contact-lists/${uuid}/contacts`

const additionJson = {
  uuid,
  contact_list_uuid: uuid,
  status: "running",
  reason: null,
  total: 2_500,
  processed: 1_000,
  added: 900,
  present: 100,
  created_by: actor,
  created_at: "2026-03-01T10:00:00.120Z",
  updated_at: "2026-03-01T10:00:01.000Z"
}

/** An application that has one addition, and what it was asked for. */
const answering = makeAskedApp((answer) => ({
  listJobs: { addFromSearch: answer(searchAddition), job: answer(searchAddition) },
  contactLists: { addMembers: answer({ added: [], warnings: [] }) }
}))

describe("adding a search to a list", () => {
  test("L4, W1, W2: returns 202 with names in either case, and shows the job with every field", function* () {
    const { asked, send } = yield* answering
    const filter = { field: "first_name", operator: "equals", value: "Ada" }
    const accepted = yield* send("POST", path, { json: { search: { searchTerm: "a", advanced_search: [filter] } } })
    assert.deepStrictEqual([accepted.status, accepted.json], [202, additionJson])
    const shown = yield* send("GET", `/v1/contact-lists/${uuid}/additions/${uuid}`)
    assert.deepStrictEqual([shown.status, shown.json], [200, additionJson])
    const advancedSearch = [{ field: "firstName", operator: "equals", value: "Ada", dataType: "text" }]
    assert.deepStrictEqual(asked, [
      [caller, uuid, { searchTerm: "a", advancedSearch, sortBy: null }],
      [caller, uuid, uuid]
    ])
  })

  test("L4, W3, S7: requires exactly one of search and contact_uuids, and rejects an unknown member in the search", function* () {
    const { asked, send } = yield* answering
    for (const [json, ...issues] of [
      [{}, ["missing", "body", "contact_uuids"]],
      [{ contact_uuids: [uuid], search: {} }, ["value_error", "body", "search"]],
      [{ search: { searchterm: "a" } }, ["extra_forbidden", "body", "search.searchterm"]],
      [
        { search: { advanced_search: [{ field: "email" }] } },
        ["missing", "body", "search.advanced_search[0].operator"]
      ],
      [{ search: [] }, ["dict_type", "body", "search"]]
    ] as const) {
      const answer = yield* send("POST", path, { json })
      assert.deepStrictEqual([answer.status, issuesOf(answer)], [422, issues], JSON.stringify(json))
    }
    assert.deepStrictEqual(asked, [])
    const named = yield* send("POST", path, { json: { contact_uuids: [uuid] } })
    assert.strictEqual(named.status, 201)
    const removed = yield* send("DELETE", path, { json: { search: {} } })
    assert.deepStrictEqual(issuesOf(removed), [["missing", "body", "contact_uuids"]])
  })
})
