import { assert, describe } from "@effect/vitest"
import { type Scope, StorageError } from "@rollcall/core"
import { allScopes } from "@rollcall/core/operations"
import { Effect } from "effect"
import { caller, makeApp, type Sent } from "../App.ts"
import { broadcastJson, endpoints, envelope, lacks } from "../Endpoints.ts"
import { acceptance, contact } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

const credentials: ReadonlyArray<readonly [name: string, sent: Sent]> = [
  ["no header", { token: null }],
  ["an unknown token", { token: "unknown" }],
  ["an empty token", { token: "" }],
  ["another scheme", { token: null, headers: { authorization: "Basic ZnVsbDo=" } }],
  ["a token without its scheme", { token: null, headers: { authorization: "full" } }]
]

describe("Authorization", () => {
  for (const [name, sent] of credentials) {
    test(`A2, W5: ${name} returns the area's 401 at every endpoint`, function* () {
      const send = yield* makeApp()
      for (const { area, json, method, path } of endpoints) {
        const answer = yield* send(method, path, { ...sent, json })
        assert.strictEqual(answer.status, 401, `${method} ${path}`)
        assert.deepStrictEqual(answer.json, envelope(area, "401 UNAUTHORIZED", "Unauthorized access."))
        assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
      }
    })
  }

  test("A2: the token is checked before the path, the query and the body", function* () {
    const send = yield* makeApp()
    const wrong: ReadonlyArray<readonly [method: string, path: string, body?: string]> = [
      ["GET", "/v1/contacts/none"],
      ["GET", "/v1/contacts?limit=none"],
      ["POST", "/v1/contacts", "{"],
      ["GET", "/broadcasts/none"],
      ["POST", "/broadcasts", "{"]
    ]
    for (const [method, path, body] of wrong) {
      const answer = yield* send(method, path, { token: null, ...(body !== undefined && { body }) })
      assert.strictEqual(answer.status, 401, `${method} ${path}`)
    }
  })

  test("A2: a token without an endpoint's scope returns 403 in the area's envelope, and a token with all scopes is accepted", function* () {
    const send = yield* makeApp()
    const tokenOf = (scopes: ReadonlyArray<Scope>) => scopes.map((scope) => scope.replace(":", "-")).join(" ")
    for (const { area, json, method, path, scopes } of endpoints) {
      // The services under the routes do nothing here: a request that reaches them fails.
      assert.strictEqual((yield* send(method, path, { token: tokenOf(scopes), json })).status, 500)
      for (const other of allScopes) {
        const missing = scopes.filter((scope) => scope !== other)
        const { json: body, status } = yield* send(method, path, { token: tokenOf([other]), json })
        assert.strictEqual(status, missing.length === 0 ? 500 : 403, `${method} ${path} with ${other}`)
        if (missing.length > 0) assert.deepStrictEqual(body, envelope(area, "403 FORBIDDEN", lacks(missing)))
      }
    }
  })

  test("A1: a service is called with the token's workspace and actor", function* () {
    const asked: Array<unknown> = []
    const send = yield* makeApp({
      contacts: { get: (caller) => (asked.push(caller), Effect.succeed(contact)) },
      broadcasts: { create: (caller) => (asked.push(caller), Effect.succeed(acceptance)) }
    })
    assert.strictEqual((yield* send("POST", "/broadcasts", { json: broadcastJson })).status, 202)
    assert.strictEqual((yield* send("GET", `/v1/contacts/${contact.uuid}`)).status, 200)
    assert.deepStrictEqual(asked, [caller, caller])
  })

  test("an unavailable token store returns 503 with Retry-After, not 401", function* () {
    const unavailable = Effect.fail(new StorageError({ reason: "Unavailable", cause: "no answer" }))
    const send = yield* makeApp({ tokens: { verifyHash: () => unavailable } })
    for (const { area, json, method, path } of endpoints) {
      const answer = yield* send(method, path, { json })
      assert.strictEqual(answer.status, 503)
      assert.deepStrictEqual(
        answer.json,
        envelope(area, "503 SERVICE UNAVAILABLE", "The store did not answer. Try again.")
      )
      assert.strictEqual(answer.headers.get("retry-after"), "1")
    }
  })

  test("/health, /openapi.json and /docs need no token", function* () {
    const send = yield* makeApp({ tokens: { verifyHash: () => Effect.die("asked for a token") } })
    for (const path of ["/health", "/openapi.json", "/docs"]) {
      assert.strictEqual((yield* send("GET", path, { token: null })).status, 200, path)
    }
  })
})
