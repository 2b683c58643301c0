import { assert, describe } from "@effect/vitest"
import { type AccessTokens, StorageError } from "@rollcall/core"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeFailureLimit } from "../../src/access/FailureLimit.ts"
import { makeApp, type Sent, verifyHash } from "../App.ts"
import { endpoints, envelope } from "../Endpoints.ts"
import { makeCountedApp } from "./Lookups.ts"
import { test } from "../../../core/test/Suite.ts"

const options = { failedAuthentications: 6, trustedProxies: 1 }

const from = (address: string, token: string): Sent => ({ token, headers: { "x-forwarded-for": address } })
const office = (token: string) => from("192.0.2.1", token)

const wrong = (count: number) => Array.from({ length: count }, (_, at) => `guess ${at}`)

/** The routes, after so many guesses from the office that nothing is left. */
const exhaustedApp = Effect.fnUntraced(function* (verify: AccessTokens["Service"]["verifyHash"] = verifyHash) {
  const app = yield* makeCountedApp(options, verify)
  // Somebody there had a token accepted.
  yield* app.statuses(1, office("contacts-read"))
  for (const token of wrong(6)) assert.deepStrictEqual(yield* app.statuses(1, office(token)), [401])
  app.lookups.length = 0
  return app
})

describe("the limit on failed authentications", () => {
  test("A2: of concurrent wrong tokens from one address, the limit's number is looked up, and the others return 429", function* () {
    const { lookups, send } = yield* makeCountedApp(options)
    const answers = yield* Effect.forEach(wrong(200), (token) => send("GET", "/v1/contacts", office(token)), {
      concurrency: "unbounded"
    })
    const failed = answers.filter(({ status }) => status === 401)
    assert.deepStrictEqual([failed.length, lookups.length], [6, 6])
    assert.isTrue(answers.every(({ status }) => status === 401 || status === 429))
  })

  test("A2: beyond the limit, every endpoint returns 429 with Retry-After in the area's envelope, without a lookup", function* () {
    const { lookups, send } = yield* exhaustedApp()
    const details = "Too many requests from this address had no valid token. Try again after 10 s."
    for (const { area, json, method, path } of endpoints) {
      const answer = yield* send(method, path, { ...office("another"), json })
      assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [429, "10"], `${method} ${path}`)
      assert.deepStrictEqual(answer.json, envelope(area, "429 TOO MANY REQUESTS", details))
      assert.isNull(answer.headers.get("www-authenticate"))
    }
    assert.deepStrictEqual(lookups, [])
  })

  test("A2: a token already accepted from the address stays valid, another one is accepted after Retry-After", function* () {
    const { statuses } = yield* exhaustedApp()
    assert.deepStrictEqual(yield* statuses(2, office("contacts-read")), [200, 200])
    assert.deepStrictEqual(yield* statuses(1, office("full")), [429])
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(
      yield* statuses(20, office("full")),
      Array.from({ length: 20 }, () => 200)
    )
    assert.deepStrictEqual(yield* statuses(1, office("guess")), [401])
    assert.deepStrictEqual(yield* statuses(1, office("another")), [429])
  })

  test("A2: another address is not affected, and its accepted tokens do not open this address", function* () {
    const { statuses } = yield* exhaustedApp()
    assert.deepStrictEqual(yield* statuses(1, from("192.0.2.2", "full")), [200])
    assert.deepStrictEqual(yield* statuses(1, office("full")), [429])
    assert.deepStrictEqual(yield* statuses(1, from("2001:db8::1", "guess")), [401])
  })

  test("A2: a program with one wrong token uses up its own limit, and does not lock out other tokens", function* () {
    const { lookups, statuses } = yield* makeCountedApp(options)
    // The first time it might be a guess; after that it is known to be wrong.
    assert.deepStrictEqual(
      yield* statuses(50, office("old")),
      Array.from({ length: 50 }, (_, at) => (at < 7 ? 401 : 429))
    )
    assert.strictEqual(lookups.length, 7)
    assert.deepStrictEqual(yield* statuses(2, office("full")), [200, 200])
  })

  test("A2: a revocation applies at once, even for a token that was accepted before", function* () {
    let revoked = false
    const { statuses } = yield* exhaustedApp((hash) => (revoked ? Effect.succeed(Option.none()) : verifyHash(hash)))
    assert.deepStrictEqual(yield* statuses(1, office("contacts-read")), [200])
    revoked = true
    assert.deepStrictEqual(yield* statuses(1, office("contacts-read")), [401])
  })

  test("concurrent valid tokens from a new address are all accepted", function* () {
    const { send } = yield* makeCountedApp(options)
    const answers = yield* Effect.forEach(wrong(100), () => send("GET", "/v1/contacts", office("full")), {
      concurrency: "unbounded"
    })
    assert.isTrue(answers.every(({ status }) => status === 200))
  })

  test("A2: a request without a token is not counted, however many a login page sends", function* () {
    const { lookups, statuses } = yield* makeCountedApp(options)
    const bare = { token: null, headers: { "x-forwarded-for": "192.0.2.1" } }
    assert.deepStrictEqual(
      yield* statuses(100, bare),
      Array.from({ length: 100 }, () => 401)
    )
    assert.deepStrictEqual(lookups, [])
    assert.deepStrictEqual(yield* statuses(1, office("full")), [200])
  })

  test("without an address, and with 0 a minute, there is no limit", function* () {
    const unknown = yield* makeCountedApp({ failedAuthentications: 1 })
    assert.deepStrictEqual(yield* unknown.statuses(3, office("wrong")), [401, 401, 401])
    const off = yield* makeCountedApp({ failedAuthentications: 0, trustedProxies: 1 })
    assert.deepStrictEqual(
      yield* off.statuses(100, office("wrong")),
      Array.from({ length: 100 }, () => 401)
    )
  })

  test("the limit is 60 a minute by default", function* () {
    const { statuses } = yield* makeCountedApp({ trustedProxies: 1 })
    for (const token of wrong(60)) assert.deepStrictEqual(yield* statuses(1, office(token)), [401])
    assert.deepStrictEqual(yield* statuses(1, office("guess")), [429])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* statuses(1, office("guess")), [401])
  })

  test("an unavailable store is not counted", function* () {
    const unavailable = Effect.fail(new StorageError({ reason: "Unavailable", cause: "no answer" }))
    const send = yield* makeApp({ options, tokens: { verifyHash: () => unavailable } })
    for (const token of wrong(20)) assert.strictEqual((yield* send("GET", "/v1/contacts", office(token))).status, 503)
  })

  test("a client that disconnects before its response is counted", function* () {
    const limit = yield* makeFailureLimit(1)
    const address = Option.some("192.0.2.1")
    const asked = yield* Deferred.make<void>()
    const lookup = Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
    const fiber = yield* Effect.forkChild(limit(address, "a", lookup))
    yield* Deferred.await(asked)
    yield* Fiber.interrupt(fiber)
    const { _tag } = yield* Effect.flip(limit(address, "b", Effect.succeed(Option.some(1))))
    assert.strictEqual(_tag, "TooManyRequests")
  })
})
