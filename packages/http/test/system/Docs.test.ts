import { assert, describe, it } from "@effect/vitest"
import { Api } from "@rollcall/api"
import { make } from "@rollcall/http"
import { Effect, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, OpenApi } from "effect/http-api"
import { vi } from "vitest"
import { makeApp, makeFetch, stubServices, uuid } from "../App.ts"
import { compressedOnce } from "../../src/system/CompressedOnce.ts"
import { endpoints } from "../Endpoints.ts"
import { test } from "../../../core/test/Suite.ts"

const Mounted = Schema.Struct({
  servers: Schema.Array(Schema.Struct({ url: Schema.String })),
  components: Schema.Record(Schema.String, Schema.Json),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)))
})

describe("GET /openapi.json", () => {
  test("returns the API's document", function* () {
    const send = yield* makeApp()
    const answer = yield* send("GET", "/openapi.json", { token: null })
    assert.strictEqual(answer.status, 200)
    const document = yield* Schema.decodeUnknownEffect(Mounted)(answer.json)
    const { paths, ...rest } = yield* Schema.decodeUnknownEffect(Mounted)(OpenApi.fromApi(Api))
    assert.hasAllKeys(document.paths, Object.keys(paths))
    assert.deepInclude(document, rest)
  })
})

describe("the document and its page below a prefix", () => {
  test("name the prefix as the server, and bearer tokens if requests carry them", function* () {
    const send = yield* makeApp({ options: { prefix: "/rollcall" } })
    const { json } = yield* send("GET", "/rollcall/openapi.json", { token: null })
    const { components, paths, servers } = yield* Schema.decodeUnknownEffect(Mounted)(json)
    assert.deepStrictEqual(servers, [{ url: "/rollcall" }])
    assert.property(components, "securitySchemes")
    assert.deepStrictEqual(paths["/v1/contacts"]?.["get"]?.["security"], [{ bearer: [] }])
    const page = yield* send("GET", "/rollcall/docs", { token: null })
    assert.include(page.text, '"servers":[{"url":"/rollcall"}]')
    assert.strictEqual((yield* send("GET", "/docs", { token: null })).status, 404)
  })

  test("omit how a host authorizes requests, and contain everything else", function* () {
    const authorize = () => Effect.succeed(null)
    const send = yield* makeApp({ options: { prefix: "/rollcall", authorize } })
    const { json, text } = yield* send("GET", "/rollcall/openapi.json", { token: null })
    const { components, paths } = yield* Schema.decodeUnknownEffect(Mounted)(json)
    assert.notProperty(components, "securitySchemes")
    assert.notInclude(text, '"security":[{')
    assert.notInclude(text, '"additionalProperties":false')
    const all = yield* Schema.decodeUnknownEffect(Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Json) }))(
      OpenApi.fromApi(Api)
    )
    assert.hasAllKeys(paths, Object.keys(all.paths))
    assert.notProperty(paths["/v1/contacts"]?.["get"], "security")
    assert.property(paths["/v1/contacts"]?.["get"], "responses")
  })

  test("are disabled on request: their paths return 404 like any other", function* () {
    const send = yield* makeApp({ options: { docs: false } })
    for (const path of ["/docs", "/openapi.json"]) {
      assert.strictEqual((yield* send("GET", path, { token: null })).status, 404)
      assert.strictEqual((yield* send("POST", path, { token: null })).status, 404)
    }
  })
})

describe("the endpoints that the tests call", () => {
  it("are all endpoints of the API except those for load balancers", () => {
    const served: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { method, path } }) => served.push(`${method} ${path.replace(/:\w+/g, uuid)}`)
    })
    assert.sameMembers(
      [...endpoints.map(({ method, path }) => `${method} ${path}`), "GET /health", "GET /ready"],
      served
    )
  })
})

describe("GET /docs", () => {
  test("returns a page that contains the document and loads nothing from elsewhere", function* () {
    const send = yield* makeApp()
    const answer = yield* send("GET", "/docs", { token: null })
    assert.strictEqual(answer.status, 200)
    assert.match(answer.headers.get("content-type") ?? "", /^text\/html/)
    assert.include(answer.text, "/v1/contacts/search")
    assert.notMatch(answer.text, /<(?:script|link|img|iframe)[^>]+(?:src|href)=/i)
    const policy = answer.headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'")
    assert.notMatch(policy, /https?:|\*/)
    assert.include(policy, "frame-ancestors 'none'")
    assert.strictEqual(answer.headers.get("x-frame-options"), "DENY")
  })

  test("compresses the page once for all clients", function* () {
    let compressed = 0
    const compression = compressedOnce({
      algorithms: new Set(["gzip"]),
      compressResponse: (response) =>
        Effect.as(
          Effect.andThen(
            Effect.sync(() => compressed++),
            Effect.yieldNow
          ),
          HttpServerResponse.text(`compressed ${response.status}`)
        )
    })
    const page = HttpServerResponse.text("page", { status: 202 })
    const ask = compression.compressResponse(HttpServerResponse.setHeader(page, "x-page", "1"), "gzip")
    const answers = yield* Effect.all(
      Array.from({ length: 32 }, () => ask),
      { concurrency: 32 }
    )
    answers.push(yield* ask)
    for (const answer of answers) {
      const { headers, status } = HttpServerResponse.toWeb(answer)
      assert.deepStrictEqual([status, headers.get("content-encoding"), headers.get("x-page")], [202, "gzip", "1"])
      assert.strictEqual(yield* Effect.promise(() => HttpServerResponse.toWeb(answer).text()), "compressed 202")
    }
    assert.strictEqual(compressed, 1)
  })

  test("and the document are compressed for clients that accept it, once each, however many request them", function* () {
    const compressions = vi.spyOn(globalThis, "CompressionStream")
    yield* Effect.addFinalizer(() => Effect.sync(() => compressions.mockRestore()))
    const fetch = yield* makeFetch()
    for (const path of ["/docs", "/openapi.json"]) {
      const url = `http://localhost${path}`
      const plain = yield* Effect.promise(() => fetch(url))
      const zip = () => fetch(url, { headers: { "accept-encoding": "gzip" } })
      compressions.mockClear()
      yield* Effect.promise(() => Promise.all(Array.from({ length: 32 }, zip)))
      const zipped = yield* Effect.promise(zip)
      assert.strictEqual(compressions.mock.calls.length, 1)
      assert.isNull(plain.headers.get("content-encoding"))
      assert.strictEqual(zipped.headers.get("content-encoding"), "gzip")
      assert.match(zipped.headers.get("vary") ?? "", /accept-encoding/i)
      const unzipped = new Response(zipped.body?.pipeThrough(new DecompressionStream("gzip")))
      const texts = yield* Effect.promise(() => Promise.all([plain.text(), unzipped.text()]))
      assert.strictEqual(texts[1], texts[0])
    }
    const answer = yield* Effect.promise(() =>
      fetch("http://localhost/v1/contacts", { headers: { "accept-encoding": "gzip" } })
    )
    assert.isNull(answer.headers.get("vary"))
  })
})

describe("GET /", () => {
  test("redirects to the console on a server, and without a console to the API's page", function* () {
    const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
    const homes = [{}, { console: true }, { console: true, docs: false }, { docs: false }].map((options) =>
      Effect.flatMap(
        make({ home: true, ...options }),
        Effect.provideService(HttpServerRequest.HttpServerRequest, request)
      )
    )
    const answers = yield* Effect.provide(Effect.all(homes), stubServices())
    assert.deepStrictEqual(
      answers.map(({ headers, status }) => [status, headers["location"], headers["x-content-type-options"]]),
      ["./docs", "./console", "./console", undefined].map((path) => [path ? 302 : 404, path, "nosniff"])
    )
  })

  test("returns 404 in a host, which owns its root path", function* () {
    const send = yield* makeApp()
    assert.strictEqual((yield* send("GET", "/", { token: null })).status, 404)
  })
})
