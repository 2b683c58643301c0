import { assert, describe } from "@effect/vitest"
import { actor, caller, makeAskedApp, uuid } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { optOutJob } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

const path = "/v1/opt-outs/jobs"

const jobJson = {
  uuid,
  action: "opt_out",
  scope: "marketing",
  status: "running",
  reason: null,
  total: 2_500,
  processed: 1_000,
  changed: 900,
  unchanged: 98,
  refused: 2,
  created_by: actor,
  created_at: "2026-03-01T10:00:00.120Z",
  updated_at: "2026-03-01T10:00:01.000Z"
}

/** An application that has one job, and what it was asked for. */
const answering = makeAskedApp((answer) => ({
  optOutJobs: { startJob: answer(optOutJob), job: answer(optOutJob) }
}))

describe("a job that opts out many contacts", () => {
  test("C8, W1, W2: returns 202 with names in either case, and is shown with every field", function* () {
    const { asked, send } = yield* answering
    const filter = { field: "first_name", operator: "equals", value: "Ada" }
    const json = { action: "opt_out", scope: "marketing", search: { searchTerm: "a", advanced_search: [filter] } }
    const accepted = yield* send("POST", path, { json })
    assert.deepStrictEqual([accepted.status, accepted.json], [202, jobJson])
    const named = yield* send("POST", path, { json: { action: "opt_in", contactUuids: [uuid] } })
    assert.strictEqual(named.status, 202)
    const shown = yield* send("GET", `${path}/${uuid}`)
    assert.deepStrictEqual([shown.status, shown.json], [200, jobJson])
    const advancedSearch = [{ field: "firstName", operator: "equals", value: "Ada", dataType: "text" }]
    const search = { searchTerm: "a", advancedSearch, sortBy: null }
    assert.deepStrictEqual(asked, [
      [caller, { action: "opt_out", scope: "marketing", search }],
      [caller, { action: "opt_in", contactUuids: [uuid] }],
      [caller, uuid]
    ])
  })

  test("C8, W3, S7: requires an action, and rejects an unknown member in the search", function* () {
    const { asked, send } = yield* answering
    const many = Array.from({ length: 101 }, () => uuid)
    for (const [json, ...issues] of [
      [{ search: {} }, ["missing", "body", "action"]],
      [{ action: "opt_up", search: {} }, ["enum", "body", "action"]],
      [{ action: "opt_out", search: { searchterm: "a" } }, ["extra_forbidden", "body", "search.searchterm"]],
      [{ action: "opt_out", contact_uuids: many }, ["too_long", "body", "contact_uuids"]]
    ] as const) {
      const answer = yield* send("POST", path, { json })
      assert.deepStrictEqual([answer.status, issuesOf(answer)], [422, issues], JSON.stringify(json))
    }
    assert.deepStrictEqual(asked, [])
  })
})
