import { assert, describe } from "@effect/vitest"
import { type NotReadyReason, notReadyReasons } from "@rollcall/core/observability"
import { Effect, Option, Struct } from "effect"
import { test } from "../../../core/test/Suite.ts"
import { makeApp } from "../App.ts"

const appThatIs = (reason: NotReadyReason | null) =>
  makeApp({ readiness: { notReady: Effect.succeed(Option.fromNullOr(reason)) } })

describe("GET /ready (O1)", () => {
  test("is 200 without a token while the process should get requests", function* () {
    const send = yield* appThatIs(null)
    const { json, status } = yield* send("GET", "/ready", { token: null })
    assert.deepStrictEqual([status, json], [200, { status: "ready" }])
  })

  test("is 503 with the reason otherwise, and /health answers all the same", function* () {
    for (const reason of Struct.keys(notReadyReasons)) {
      const send = yield* appThatIs(reason)
      const { headers, json, status } = yield* send("GET", "/ready", { token: null })
      assert.deepStrictEqual([status, json], [503, { status: "not_ready", reason }])
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual((yield* send("GET", "/health", { token: null })).status, 200)
    }
  })
})
