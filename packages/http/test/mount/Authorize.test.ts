import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { type AuthorizedCaller, layer } from "@rollcall/http"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { actor, makeApp, uuid, workspace } from "../App.ts"
import { endpoints, envelope, lacks } from "../Endpoints.ts"
import { rollcall, serveHost } from "./Host.ts"
import { test } from "../../../core/test/Suite.ts"

const caller: AuthorizedCaller = { workspace, actor }

describe("a host that authorizes requests", () => {
  test("A1: is called with the original request, and returns the caller", function* () {
    const sessions: Readonly<Record<string, AuthorizedCaller>> = { "session=zoe": caller }
    const asked: Array<unknown> = []
    const send = yield* makeApp({
      options: {
        prefix: "/rollcall",
        authorize: ({ headers, url }) =>
          Effect.sync(() => {
            asked.push(url)
            return sessions[headers.get("cookie") ?? ""] ?? null
          })
      },
      contactLists: { archive: (caller) => (asked.push(caller), Effect.void) },
      tokens: { verifyHash: () => Effect.die("asked for a token") }
    })
    const path = `/rollcall/v1/contact-lists/${uuid}`
    const known = { token: null, headers: { cookie: "session=zoe" } }
    assert.strictEqual((yield* send("DELETE", path, known)).status, 204)
    assert.strictEqual((yield* send("DELETE", path)).status, 401)
    const url = `http://localhost${path}`
    assert.deepStrictEqual(asked, [url, { workspace, actor }, url])
  })

  test("A2, W5: returns null for a 401 in the area's envelope, without asking for a token", function* () {
    const send = yield* makeApp({ options: { authorize: () => Effect.succeed(null) } })
    for (const { area, json, method, path } of endpoints) {
      const answer = yield* send(method, path, { json })
      assert.strictEqual(answer.status, 401, `${method} ${path}`)
      assert.deepStrictEqual(answer.json, envelope(area, "401 UNAUTHORIZED", "Unauthorized access."))
      assert.isNull(answer.headers.get("www-authenticate"))
    }
  })

  test("A2: returns callers: one without an endpoint's scope gets 403, one without scopes has all scopes", function* () {
    const sendWith = (scopes: AuthorizedCaller["scopes"]) =>
      makeApp({ options: { authorize: () => Effect.succeed({ ...caller, scopes }) } })
    const [all, none, some] = [yield* sendWith(undefined), yield* sendWith([]), yield* sendWith(["contacts:read"])]
    for (const { area, json, method, path, scopes } of endpoints) {
      // The services under the routes do nothing here: a request that reaches them fails.
      assert.strictEqual((yield* all(method, path, { json })).status, 500)
      assert.strictEqual((yield* some(method, path, { json })).status, scopes.includes("contacts:read") ? 500 : 403)
      const answer = yield* none(method, path, { json })
      assert.deepStrictEqual(answer.json, envelope(area, "403 FORBIDDEN", lacks(scopes)))
    }
  })

  const failures: Readonly<Record<string, () => Effect.Effect<AuthorizedCaller | null, unknown>>> = {
    fails: () => Effect.fail(new Error("the sessions are gone")),
    dies: () => Effect.die(new Error("the sessions are gone")),
    throws: () => {
      throw new Error("the sessions are gone")
    }
  }
  for (const [how, authorize] of Object.entries(failures)) {
    test(`W6: an authorization that ${how} returns 500 with only the request's id; the log has the cause`, function* () {
      const lines: Array<string> = []
      const send = yield* makeApp({ options: { authorize }, log: (line) => lines.push(line) })
      for (const { area, json, method, path } of endpoints) {
        lines.length = 0
        const answer = yield* send(method, path, { json })
        const id = answer.headers.get("x-request-id") ?? ""
        assert.deepStrictEqual(
          [answer.status, answer.json],
          [500, envelope(area, "500 INTERNAL SERVER ERROR", `The server failed while it answered the request ${id}.`)]
        )
        const logged = lines.filter((line) => line.includes("the sessions are gone"))
        assert.strictEqual(logged.length, 1)
        assert.include(logged[0], `"requestId":"${id}"`)
      }
    })
  }

  test("gets 503 if it calls Rollcall's store and the store does not respond", function* () {
    const unavailable = new StorageError({ reason: "Unavailable", cause: "no answer" })
    const send = yield* makeApp({ options: { authorize: () => Effect.fail(unavailable) } })
    const answer = yield* send("GET", "/v1/contacts")
    assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "1"])
  })

  test("is not called for requests that need no caller", function* () {
    const send = yield* makeApp({ options: { authorize: () => Effect.die("asked") } })
    const paths = ["/health", "/docs", "/openapi.json", "/none"]
    const answers = yield* Effect.forEach(paths, (path) => send("GET", path))
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 404]
    )
  })

  test("on a router uses what its middleware knows about the request", function* () {
    class CurrentUser extends Context.Service<CurrentUser, { readonly name: string }>()("test/User") {}
    const session = HttpRouter.middleware<{ provides: CurrentUser }>()((httpEffect) =>
      Effect.provideService(httpEffect, CurrentUser, { name: "zoe" })
    )
    const authorize = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.map(CurrentUser, ({ name }) => (request.headers["x-user"] === name ? caller : null))
    const mounted = layer({ prefix: "/rollcall", authorize })
    const { send } = yield* serveHost(mounted.pipe(Layer.provide(session.layer), Layer.provide(rollcall)))
    const path = "/rollcall/v1/contacts"
    assert.strictEqual((yield* send("GET", path, { headers: { "x-user": "zoe" } })).status, 200)
    assert.strictEqual((yield* send("GET", path)).status, 401)
  })
})
