import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { suite } from "../../../core/test/Suite.ts"
import { issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"

const path = "/v1/settings"
const quiet = { from: "21:00", until: "08:00", time_zone_field: null, time_zone: "Europe/Berlin" }
const none = { frequency_cap: null, quiet_hours: null }

suite(TestApp.layer)("/v1/settings", (test) => {
  test("W1, W2, Q2: returns the last stored settings, in either case, and no limits before", function* () {
    const { ourToken, send } = yield* TestApp
    const token = yield* ourToken(["broadcasts:read", "broadcasts:write"])
    assert.deepStrictEqual((yield* send("GET", path, { token })).json, none)
    const given = { frequency_cap: { messages: 2, days: 7 }, quiet_hours: quiet }
    const put = yield* send("PUT", path, { token, json: given })
    assert.deepStrictEqual([put.status, put.json], [200, given])
    assert.deepStrictEqual((yield* send("GET", path, { token })).json, given)
    const camel = {
      frequencyCap: null,
      quietHours: { from: "12:00", until: "14:00", timeZoneField: null, timeZone: "Asia/Kolkata" }
    }
    const noon = { from: "12:00", until: "14:00", time_zone_field: null, time_zone: "Asia/Kolkata" }
    const answer = yield* send("PUT", path, { token, json: camel })
    assert.deepStrictEqual(answer.json, { frequency_cap: null, quiet_hours: noon })
    yield* send("PUT", path, { token, json: none })
    assert.deepStrictEqual((yield* send("GET", path, { token })).json, none)
  })

  test("W4, Q2: returns 422 with the path of a missing or invalid part, and changes nothing", function* () {
    const { ourToken, send } = yield* TestApp
    const token = yield* ourToken(["broadcasts:read", "broadcasts:write"])
    const issues = (json: object) => Effect.map(send("PUT", path, { token, json }), issuesOf)
    assert.deepStrictEqual(yield* issues({ frequency_cap: null }), [["missing", "body", "quiet_hours"]])
    const { time_zone: _zone, ...withoutZone } = quiet
    assert.deepStrictEqual(yield* issues({ frequency_cap: null, quiet_hours: withoutZone }), [
      ["missing", "body", "quiet_hours.time_zone"]
    ])
    const wrong = { frequency_cap: { messages: 0, days: 400 }, quiet_hours: { ...quiet, time_zone: "Europe/Nowhere" } }
    assert.deepStrictEqual(yield* issues(wrong), [
      ["value_error", "body", "frequency_cap.messages"],
      ["value_error", "body", "frequency_cap.days"],
      ["value_error", "body", "quiet_hours.time_zone"]
    ])
    assert.deepStrictEqual(yield* issues({ frequency_cap: null, quiet_hours: { ...quiet, time_zone_field: "zone" } }), [
      ["value_error", "body", "quiet_hours.time_zone_field"]
    ])
    assert.deepStrictEqual((yield* send("GET", path, { token })).json, none)
  })
})
