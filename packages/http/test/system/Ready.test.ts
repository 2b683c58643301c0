import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { type NotReadyReason, notReadyReasons } from "@rollcall/core/operations"
import { Effect, Option, Struct } from "effect"
import { test } from "../../../core/test/Suite.ts"
import { makeApp, uuid } from "../App.ts"
import { contact } from "../Samples.ts"
import { agreeing } from "../Stubs.ts"

const appThatIs = (reason: NotReadyReason | null) =>
  makeApp({ readiness: { notReady: Effect.succeed(Option.fromNullOr(reason)) } })

describe("GET /ready (O1)", () => {
  test("returns 200 without a token while the process should get requests", function* () {
    const send = yield* appThatIs(null)
    const { json, status } = yield* send("GET", "/ready", { token: null })
    assert.deepStrictEqual([status, json], [200, { status: "ready" }])
  })

  test("returns 503 with the reason otherwise, while /health still responds", function* () {
    for (const reason of Struct.keys(notReadyReasons)) {
      const send = yield* appThatIs(reason)
      const { headers, json, status } = yield* send("GET", "/ready", { token: null })
      assert.deepStrictEqual([status, json], [503, { status: "not_ready", reason }])
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual((yield* send("GET", "/health", { token: null })).status, 200)
    }
  })

  test("is updated with the store result of each request with a caller", function* () {
    const heard: Array<unknown> = []
    const error = new StorageError({ reason: "Unavailable", cause: null, isFull: true })
    const full = Effect.fail(error)
    let isFull = true
    const send = yield* makeApp({
      ...agreeing,
      readiness: { ended: ({ outcome }) => Effect.sync(() => void heard.push(outcome)) },
      contacts: { ...agreeing.contacts, create: () => (isFull ? full : Effect.succeed(contact)) }
    })
    const create = send("POST", "/v1/contacts", { json: { email: "ada@example.org" } })
    assert.strictEqual((yield* create).status, 503)
    assert.deepStrictEqual(heard.splice(0), [error])
    yield* send("GET", `/v1/contacts/${uuid}`)
    yield* send("POST", "/v1/contacts/search", { json: { search_term: "Ada" } })
    yield* send("POST", "/v1/contacts", { json: { email: 5 } })
    yield* send("GET", "/health", { token: null })
    assert.deepStrictEqual(heard.splice(0), ["read", "read", "refused", "refused"])
    isFull = false
    assert.strictEqual((yield* create).status, 201)
    assert.deepStrictEqual(heard, ["stored"])
  })
})
