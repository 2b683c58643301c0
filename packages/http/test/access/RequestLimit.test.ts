import { assert, describe, it } from "@effect/vitest"
import { ActorUuid } from "@rollcall/core"
import { make, type RequestRate } from "@rollcall/http"
import { Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { actor, stubServices, unknownUuid, verifyHash, workspace } from "../App.ts"
import { endpoints, envelope } from "../Endpoints.ts"
import { makeCountedApp } from "./Lookups.ts"
import { test } from "../../../core/test/Suite.ts"

const rateLimit = { perSecond: 2, burst: 3 }
const details = "A caller may make 2 requests per second, and 3 at once. Try again after 1 s."

describe("the rate limit", () => {
  test("A2: beyond the limit, every endpoint returns 429 with Retry-After in the area's envelope", function* () {
    const { send, statuses } = yield* makeCountedApp({ rateLimit })
    assert.deepStrictEqual(yield* statuses(4), [200, 200, 200, 429])
    for (const { area, json, method, path } of endpoints) {
      const answer = yield* send(method, path, { json })
      assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [429, "1"], `${method} ${path}`)
      assert.deepStrictEqual(answer.json, envelope(area, "429 TOO MANY REQUESTS", details))
    }
  })

  test("A2: a rejected request is not looked up, and the long-term rate is the limit per second", function* () {
    const { lookups, statuses } = yield* makeCountedApp({ rateLimit })
    assert.deepStrictEqual(yield* statuses(5), [200, 200, 200, 429, 429])
    yield* TestClock.adjust("499 millis")
    assert.deepStrictEqual(yield* statuses(1), [429])
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* statuses(2), [200, 429])
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* statuses(4), [200, 200, 200, 429])
    assert.strictEqual(lookups.length, 7)
  })

  test("A2: Retry-After is in whole seconds, rounded up", function* () {
    const { send, statuses } = yield* makeCountedApp({ rateLimit: { perSecond: 0.4, burst: 1 } })
    assert.deepStrictEqual(yield* statuses(1), [200])
    assert.strictEqual((yield* send("GET", "/broadcasts")).headers.get("retry-after"), "3")
    yield* TestClock.adjust("2500 millis")
    assert.deepStrictEqual(yield* statuses(1), [200])
  })

  test("A2: each token is counted separately, and invalid tokens are not counted", function* () {
    const { statuses } = yield* makeCountedApp({ rateLimit })
    assert.deepStrictEqual(
      yield* statuses(5, { token: "wrong" }),
      Array.from({ length: 5 }, () => 401)
    )
    assert.deepStrictEqual(yield* statuses(4), [200, 200, 200, 429])
    assert.deepStrictEqual(yield* statuses(4, { token: "contacts-read" }), [200, 200, 200, 429])
  })

  test("A2: a revoked token returns 401 at its next lookup, and is no longer counted", function* () {
    let revoked = false
    const { statuses } = yield* makeCountedApp({ rateLimit }, (hash) =>
      revoked ? Effect.succeed(Option.none()) : verifyHash(hash)
    )
    assert.deepStrictEqual(yield* statuses(2), [200, 200])
    revoked = true
    assert.deepStrictEqual(yield* statuses(4), [401, 401, 401, 401])
  })

  test("A1: if a host authorizes requests, its callers are counted by workspace and actor", function* () {
    const other = ActorUuid.make(unknownUuid)
    const { statuses } = yield* makeCountedApp({
      rateLimit,
      authorize: ({ headers }) => Effect.succeed({ workspace, actor: headers.has("x-other") ? other : actor })
    })
    assert.deepStrictEqual(yield* statuses(4), [200, 200, 200, 429])
    assert.deepStrictEqual(yield* statuses(4, { headers: { "x-other": "1" } }), [200, 200, 200, 429])
  })

  test("/health, /docs, /openapi.json and unknown paths are not counted", function* () {
    const { send, statuses } = yield* makeCountedApp({ rateLimit })
    const paths = ["/health", "/docs", "/openapi.json", "/none"]
    for (const path of [...paths, ...paths]) yield* send("GET", path)
    assert.deepStrictEqual(yield* statuses(4), [200, 200, 200, 429])
    assert.strictEqual((yield* send("GET", "/health")).status, 200)
  })

  test("there is no limit by default", function* () {
    const { statuses } = yield* makeCountedApp({})
    assert.deepStrictEqual(new Set(yield* statuses(100)), new Set([200]))
  })

  test("a clock that goes back delays no request for longer than before", function* () {
    yield* TestClock.setTime(7_200_000)
    const { statuses } = yield* makeCountedApp({ rateLimit })
    assert.deepStrictEqual(yield* statuses(4), [200, 200, 200, 429])
    yield* TestClock.setTime(3_600_000)
    assert.deepStrictEqual(yield* statuses(1), [429])
    yield* TestClock.setTime(3_600_500)
    assert.deepStrictEqual(yield* statuses(2), [200, 429])
  })

  it.effect("a rate that allows no request is a defect of the host", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<RequestRate> = [
        { perSecond: 0, burst: 1 },
        { perSecond: NaN, burst: 1 },
        { perSecond: 1, burst: 0 }
      ]
      for (const rateLimit of wrong) assert.isTrue(Exit.hasDies(yield* Effect.exit(make({ rateLimit }))))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(make({ failedAuthentications: -1 }))))
    }).pipe(Effect.scoped, Effect.provide(stubServices()))
  )
})
