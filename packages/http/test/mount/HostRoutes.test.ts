import { assert, describe } from "@effect/vitest"
import { layer, type RoutesOptions } from "@rollcall/http"
import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { actor, workspace } from "../App.ts"
import { envelope } from "../Endpoints.ts"
import { hostRoutes, rollcall, serveHost } from "./Host.ts"
import { test } from "../../../core/test/Suite.ts"

const requests: ReadonlyArray<readonly [method: string, path: string, init?: RequestInit]> = [
  ["GET", "/hello"],
  ["HEAD", "/hello"],
  ["POST", "/hello", { body: "{}" }],
  ["PUT", "/hello"],
  ["GET", "//HELLO?x=1"],
  ["OPTIONS", "/hello", { headers: { origin: "https://host.example", "access-control-request-method": "POST" } }],
  ["GET", "/hello", { headers: { origin: "https://host.example" } }],
  ["GET", "/users/zoe"],
  ["GET", `/users/${"a".repeat(200)}`],
  ["GET", "/v1/reports/2026"],
  ["GET", "/v1"],
  ["GET", "/v1/contactsx"],
  ["GET", "/failure"],
  ["GET", "/defect"],
  ["GET", "/none"],
  ["POST", "/none", { body: "{" }],
  ["GET", "/"],
  ["GET", "/%"],
  ["GET", "/rollcallx"],
  ["PROPFIND", "/none"]
]

describe("a host with Rollcall on its router", () => {
  for (const [name, options] of [
    ["below a prefix", { prefix: "/rollcall" }],
    ["without a prefix", {}]
  ] as const) {
    test(`${name}, responds and logs on all its own paths as without Rollcall`, function* () {
      const alone = yield* serveHost(hostRoutes)
      const together = yield* serveHost(Layer.merge(hostRoutes, Layer.provide(layer(options), rollcall)))
      for (const [method, path, init] of requests) {
        const expected = yield* alone.send(method, path, init)
        assert.deepStrictEqual(yield* together.send(method, path, init), expected, `${method} ${path}`)
      }
      assert.strictEqual(together.lines.length, alone.lines.length)
    })
  }

  test("W3: reports ignored fields only in responses to Rollcall's requests", function* () {
    const authorize = () => Effect.succeed({ workspace, actor })
    const mounted = Layer.provide(layer({ prefix: "/rollcall", authorize }), rollcall)
    const { send } = yield* serveHost(Layer.merge(hostRoutes, mounted))
    const init = { body: '{"email":"a@b.c","fist_name":"Zoe"}' }
    const created = yield* send("POST", "/rollcall/v1/contacts", init)
    assert.deepStrictEqual([created.status, created.headers["rollcall-ignored-fields"]], [201, "fist_name"])
    assert.notProperty((yield* send("POST", "/hello", init)).headers, "rollcall-ignored-fields")
  })

  test("W5: returns 404 and 405 below the prefix in the area's envelope, for any method", function* () {
    const { send } = yield* serveHost(Layer.provide(layer({ prefix: "/clinic/rollcall/" }), rollcall))
    const expected = [
      ["GET", "/clinic/rollcall", 404, "contacts", "404 NOT FOUND", "There is nothing at this path."],
      ["GET", "/clinic/rollcall/x", 404, "contacts", "404 NOT FOUND", "There is nothing at this path."],
      [
        "GET",
        "//Clinic//Rollcall/broadcasts/x/y",
        404,
        "broadcasts",
        "Resource was not found",
        "There is nothing at this path."
      ],
      [
        "GET",
        "/clinic/rollcall/clinic/rollcall/health",
        404,
        "contacts",
        "404 NOT FOUND",
        "There is nothing at this path."
      ],
      [
        "PUT",
        "/clinic/rollcall/broadcasts",
        405,
        "broadcasts",
        "405 METHOD NOT ALLOWED",
        "This path supports only GET, POST."
      ],
      [
        "PROPFIND",
        "/clinic/rollcall/v1/contacts",
        405,
        "contacts",
        "405 METHOD NOT ALLOWED",
        "This path supports only GET, POST."
      ],
      ["DELETE", "/clinic/rollcall/docs", 405, "contacts", "405 METHOD NOT ALLOWED", "This path supports only GET."]
    ] as const
    for (const [method, path, status, area, message, details] of expected) {
      const answer = yield* send(method, path)
      assert.strictEqual(answer.status, status, `${method} ${path}`)
      assert.deepStrictEqual<unknown>(JSON.parse(answer.text), envelope(area, message, details))
      assert.isString(answer.headers["x-request-id"])
    }
    assert.strictEqual((yield* send("GET", "/health")).status, 404)
    assert.strictEqual((yield* send("GET", "/clinic/rollcall/health")).text, '{"status":"ok"}')
  })

  test("W5: without a prefix, Rollcall returns 404 and 405 where an endpoint's path begins, otherwise the host does", function* () {
    const { send } = yield* serveHost(Layer.merge(hostRoutes, Layer.provide(layer(), rollcall)))
    const answers = [
      yield* send("GET", "/v1/contacts"),
      yield* send("PUT", "/v1/contacts"),
      yield* send("GET", "/v1/contacts/x/y"),
      yield* send("GET", `/v1/contacts/${"a".repeat(17_000)}`),
      yield* send("GET", "/broadcasts/x/y"),
      yield* send("GET", "/health")
    ]
    assert.deepStrictEqual(
      answers.map(({ headers, status }) => [status, headers["x-request-id"] === undefined]),
      [401, 405, 404, 404, 404, 200].map((status) => [status, false])
    )
    const theirs = yield* send("GET", "/none")
    assert.deepStrictEqual([theirs.status, theirs.headers["x-request-id"], theirs.text], [404, undefined, ""])
  })

  test("W5: with / as the prefix, Rollcall answers every path without a route of the host", function* () {
    const { send } = yield* serveHost(Layer.merge(hostRoutes, Layer.provide(layer({ prefix: "/" }), rollcall)))
    assert.strictEqual((yield* send("GET", "/hello")).text, "Hello!")
    for (const path of ["/", "/none", "/v1/none"]) {
      assert.include((yield* send("GET", path)).text, "There is nothing at this path.", path)
    }
    assert.strictEqual((yield* send("GET", "/health")).status, 200)
  })

  test("a host router with a short limit for path parts does not shorten Rollcall's", function* () {
    const { send } = yield* serveHost(Layer.provide(layer({ prefix: "/rollcall" }), rollcall))
    const answer = yield* send("GET", `/rollcall/v1/contacts/${"a".repeat(200)}`)
    assert.strictEqual(answer.status, 401)
  })

  test("the host's middleware runs around Rollcall's routes, once for each request", function* () {
    let runs = 0
    const counting = HttpRouter.middleware((httpEffect) => Effect.suspend(() => (runs++, httpEffect))).layer
    const mounted = layer({ prefix: "/rollcall" }).pipe(Layer.provide(counting), Layer.provide(rollcall))
    const { send } = yield* serveHost(Layer.merge(hostRoutes, mounted))
    const answer = yield* send("GET", "/rollcall/health", { headers: { origin: "https://host.example" } })
    assert.deepInclude(answer.headers, { "x-host": "1", "access-control-allow-origin": "https://host.example" })
    assert.strictEqual(runs, 1)
  })

  test("can mount the routes twice, each with its own services and options", function* () {
    const authorize = () => Effect.succeed({ workspace, actor })
    const mounted = (options: RoutesOptions<HttpServerRequest.HttpServerRequest, never>) =>
      Layer.provide(layer({ authorize, ...options }), Layer.fresh(rollcall))
    const { send } = yield* serveHost(Layer.merge(mounted({ prefix: "/a" }), mounted({ prefix: "/b", docs: false })))
    assert.strictEqual((yield* send("POST", "/a/v1/contacts", { body: '{"email":"zoe@example.org"}' })).status, 201)
    assert.include((yield* send("GET", "/a/v1/contacts")).text, '"total":1')
    assert.include((yield* send("GET", "/b/v1/contacts")).text, '"total":0')
    assert.deepStrictEqual([(yield* send("GET", "/a/docs")).status, (yield* send("GET", "/b/docs")).status], [200, 404])
  })

  test("cannot build a router with a route that both have, or with a prefix that is no path", function* () {
    const health = HttpRouter.add("GET", "/health", HttpServerResponse.text("the host's"))
    const routes = {
      both: Layer.merge(health, Layer.provide(layer(), rollcall)),
      pattern: Layer.provide(layer({ prefix: "/:tenant" }), rollcall),
      doubled: Layer.provide(layer({ prefix: "//rollcall" }), rollcall)
    }
    for (const [name, mounted] of Object.entries(routes)) {
      const exit = yield* Effect.exit(HttpRouter.toHttpEffect(mounted))
      assert.strictEqual(exit._tag, "Failure", name)
    }
  })
})
