import { assert, describe } from "@effect/vitest"
import { Effect, Metric, Redacted } from "effect"
import { test } from "../../../core/test/Suite.ts"
import { makeApp, type Stubs } from "../App.ts"

const token = "a token of thirty-two characters".replaceAll(" ", "-")
const text = Effect.succeed("# HELP up It is.\nup 1\n")
const served: Stubs = { metricsReport: { text }, options: { metrics: { token: Redacted.make(token) } } }

describe("GET /metrics (O3)", () => {
  test("returns 404 unless it is enabled", function* () {
    const send = yield* makeApp()
    assert.strictEqual((yield* send("GET", "/metrics", { token })).status, 404)
  })

  test("returns the metrics for the token, and 401 otherwise", function* () {
    const send = yield* makeApp(served)
    const answer = yield* send("GET", "/metrics", { token })
    assert.deepStrictEqual([answer.status, answer.text], [200, "# HELP up It is.\nup 1\n"])
    assert.strictEqual(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
    for (const other of [null, "full", token.slice(1), `${token}x`, `x${token.slice(1)}`]) {
      const { headers, json, status } = yield* send("GET", "/metrics", { token: other })
      assert.deepStrictEqual(
        [status, json],
        [
          401,
          {
            error: {
              message: "401 UNAUTHORIZED",
              details: "The metrics need their own token. Send it in Authorization: Bearer."
            }
          }
        ]
      )
      assert.strictEqual(headers.get("www-authenticate"), "Bearer")
    }
    assert.strictEqual((yield* send("POST", "/metrics", { token })).status, 405)
    assert.strictEqual((yield* send("GET", "/v1/contacts", { token })).status, 401)
  })
})

describe("the metric for requests (O2)", () => {
  test("has each request's method, path template and status, and no personal data", function* () {
    const registry: Metric.MetricRegistry = new Map()
    yield* Effect.gen(function* () {
      const send = yield* makeApp()
      yield* send("GET", "/v1/contacts/0197a000-0000-7000-8000-0000000000aa?phone=4917012345", { token: null })
      yield* send("GET", "/v1/contacts/0197a000-0000-7000-8000-0000000000ab", { token: null })
      yield* send("GET", "/nothing/4917012345")
      yield* send("BREW", "/v1/contacts")
      const snapshot = yield* Metric.snapshot
      const requests = snapshot.filter(({ id }) => id === "http.server.request.duration")
      const counted = requests.map(({ attributes, state }) => [
        attributes?.["http.request.method"],
        attributes?.["http.route"],
        attributes?.["http.response.status_code"],
        "count" in state ? state.count : null
      ])
      assert.deepStrictEqual(counted, [
        ["GET", "/v1/contacts/:contact_uuid", "401", 2],
        ["GET", undefined, "404", 1],
        ["_OTHER", undefined, "405", 1]
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, registry))
  })
})
