import { assert, describe, it, layer } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { Effect, Schema, Struct } from "effect"
import { TestClock } from "effect/testing"
import { makeApp, SharedApp, uuid, workspace } from "../App.ts"
import { endpoints, envelope } from "../Endpoints.ts"
import { failing } from "../Stubs.ts"

layer(SharedApp.layerOf())("a path", (it) => {
  it.effect.each([
    ["/broadcasts/x/y", "broadcasts"],
    ["/broadcasts/x/y?z=/v1", "broadcasts"],
    [`/broadcasts/${uuid}/recipients/1`, "broadcasts"],
    ["//broadcasts/x/y", "broadcasts"],
    ["/broadcastsx", "contacts"],
    ["/v1/broadcasts", "contacts"],
    ["/v1/contacts/x/y", "contacts"],
    ["/v2/contacts", "contacts"],
    ["/", "contacts"],
    ["/%", "contacts"],
    ["/v1/contacts/%zz", "contacts"],
    ["/broadcasts/%", "broadcasts"],
    ["/broadcasts/%zz", "broadcasts"],
    ["//BROADCASTS/%E0%A4%A/cancel", "broadcasts"]
  ] as const)("W5: %s without an endpoint returns 404 in the envelope of %s", ([path, area]) =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      const answer = yield* send("GET", path, { token: null })
      const message = area === "broadcasts" ? "Resource was not found" : "404 NOT FOUND"
      const missing = envelope(area, message, "There is nothing at this path.")
      assert.deepStrictEqual([answer.status, answer.json], [404, missing])
    })
  )

  it.effect.each([
    ["PUT", "/v1/contacts", "contacts", "GET, POST"],
    ["PUT", `/v1/contacts/${uuid}`, "contacts", "GET, PATCH, DELETE"],
    ["PUT", "/v1/contacts/bulk", "contacts", "GET, POST, PATCH, DELETE"],
    ["POST", `/v1/contacts/bulk/${uuid}`, "contacts", "GET"],
    ["PATCH", `/v1/contacts/bulk/${uuid}/rows`, "contacts", "GET"],
    ["OPTIONS", "/broadcasts/validate/?limit=1", "broadcasts", "GET, POST"],
    ["DELETE", "/broadcasts", "broadcasts", "GET, POST"],
    ["PATCH", `/broadcasts/${uuid}`, "broadcasts", "GET"],
    ["GET", `/broadcasts/${uuid}/cancel`, "broadcasts", "POST"],
    ["POST", "/health", "contacts", "GET"],
    ["POST", "/docs", "contacts", "GET"],
    ["DELETE", "/openapi.json", "contacts", "GET"]
  ] as const)("W5: %s %s returns 405 in the envelope of %s with the allowed methods", (request) =>
    Effect.gen(function* () {
      const [method, path, area, allow] = request
      const send = yield* SharedApp
      const answer = yield* send(method, path)
      assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, allow])
      assert.deepStrictEqual(answer.json, envelope(area, "405 METHOD NOT ALLOWED", `This path supports only ${allow}.`))
    })
  )

  it.effect("a long path part reaches its endpoint, which reports the error, up to the router's limit", () =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      assert.strictEqual((yield* send("GET", `/v1/contacts/${"a".repeat(200)}`)).status, 422)
      assert.strictEqual((yield* send("GET", `/v1/contacts/${"a".repeat(17_000)}`)).status, 404)
      assert.strictEqual((yield* send("PUT", `/v1/contacts/${"a".repeat(17_000)}`)).status, 405)
    })
  )

  it.effect.each(["", "a".repeat(129), "two words", "é"])(
    "a request id like %j is not used: a new one is created",
    (given) =>
      Effect.gen(function* () {
        const send = yield* SharedApp
        const answer = yield* send("GET", "/health", { headers: { "x-request-id": given } })
        assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      })
  )

  it.effect("every response has a request id: 200, 401, 404, 405, 422", () =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      const answers = [
        yield* send("GET", "/health"),
        yield* send("GET", "/v1/contacts", { token: null }),
        yield* send("GET", "/none"),
        yield* send("PUT", "/broadcasts"),
        yield* send("GET", "/v1/contacts?limit=0")
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 401, 404, 405, 422]
      )
      const ids = answers.flatMap(({ headers }) => headers.get("x-request-id") ?? [])
      assert.strictEqual(new Set(ids).size, 5)
    })
  )

  it.effect("responses are nosniff and no-store", () =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      for (const path of ["/health", "/v1/contacts", "/none", "/docs", "/openapi.json"]) {
        const { headers } = yield* send("GET", path, { token: null })
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
        assert.strictEqual(headers.get("cache-control"), "no-store", path)
      }
    })
  )
})

describe("defects", () => {
  const secret = "SELECT secret FROM contacts"
  const causes = {
    "a defect": Effect.die(new Error(secret)),
    "corrupt data": Effect.fail(new StorageError({ reason: "Corrupt", cause: new Error(secret) }))
  }
  for (const [name, failure] of Object.entries(causes)) {
    it.effect(`W6: ${name} returns 500 with only the request's id; the log has the cause under the same id`, () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const send = yield* makeApp({ ...failing(failure), log: (line) => lines.push(line) })
        for (const { area, json, method, path } of endpoints) {
          lines.length = 0
          const answer = yield* send(method, path, { json })
          const id = answer.headers.get("x-request-id") ?? ""
          assert.strictEqual(answer.status, 500, `${method} ${path}`)
          assert.deepStrictEqual(
            answer.json,
            envelope(area, "500 INTERNAL SERVER ERROR", `The server failed while it answered the request ${id}.`)
          )
          assert.notInclude(answer.text, "secret")
          const logged = lines.filter((line) => line.includes(secret))
          assert.strictEqual(logged.length, 1)
          assert.include(logged[0], `"requestId":"${id}"`)
        }
      })
    )
  }
})

describe("a failing store", () => {
  const reasons = {
    Unavailable: "The store did not answer. Try again.",
    Conflict: "Another request changed the same data. Try again."
  } as const
  const all = [
    ...endpoints,
    { method: "GET", path: `/v1/contacts?contact_list_uuid=${uuid}`, area: "contacts", json: undefined } as const
  ]
  for (const reason of Struct.keys(reasons)) {
    it.effect(`with ${reason} returns 503 with Retry-After at every endpoint`, () =>
      Effect.gen(function* () {
        const send = yield* makeApp(failing(Effect.fail(new StorageError({ reason, cause: "SELECT secret" }))))
        for (const { area, json, method, path } of all) {
          const { headers, json: body, status } = yield* send(method, path, { json })
          assert.deepStrictEqual([status, headers.get("retry-after")], [503, "1"], `${method} ${path}`)
          assert.deepStrictEqual(body, envelope(area, "503 SERVICE UNAVAILABLE", reasons[reason]))
        }
      })
    )
  }
})

const AnswerLine = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.String,
    cause: Schema.optional(Schema.String),
    annotations: Schema.Struct({
      route: Schema.optional(Schema.NullOr(Schema.String)),
      workspace: Schema.optional(Schema.NullOr(Schema.String)),
      durationMs: Schema.optional(Schema.Int)
    })
  })
)

describe("a response's log line", () => {
  it.effect("has the route, the workspace and the duration, and null for missing values", () =>
    Effect.gen(function* () {
      const lines: Array<typeof AnswerLine.Type> = []
      const send = yield* makeApp({
        contacts: { get: () => Effect.andThen(TestClock.adjust("40 millis"), Effect.die("not found")) },
        log: (line) => lines.push(Schema.decodeSync(AnswerLine)(line))
      })
      yield* send("GET", `/v1/contacts/${uuid}`)
      yield* send("GET", `/v1/contacts/${uuid}`, { token: null })
      yield* send("GET", `/nowhere/${uuid}`)
      yield* send("DELETE", `/broadcasts/${uuid}`, { token: "contacts-read" })
      yield* send("POST", `/broadcasts/${uuid}/cancel`, { token: "contacts-read" })
      assert.deepStrictEqual(
        lines.flatMap(({ annotations, message }) => (message === "Answered" ? [annotations] : [])),
        [
          { route: "/v1/contacts/:contact_uuid", workspace, durationMs: 40 },
          { route: "/v1/contacts/:contact_uuid", workspace: null, durationMs: 0 },
          { route: null, workspace: null, durationMs: 0 },
          { route: null, workspace: null, durationMs: 0 },
          { route: "/broadcasts/:uuid/cancel", workspace, durationMs: 0 }
        ]
      )
    })
  )

  it.effect("follows the store's error, which has a message and the cause; a channel is named", () =>
    Effect.gen(function* () {
      for (const [which, text, message] of [
        [{}, "The store did not answer. Try again.", "The store did not answer in time"],
        [
          { reason: "NotReady", detail: 'Postgres refused the connection: database "app_x" does not exist (3D000).' },
          "The store cannot be used now. Its operator must fix it.",
          "Postgres refused the connection: "
        ],
        [
          { channel: "the API could not be reached" },
          "The channel did not answer: the API could not be reached. Try again.",
          "The channel did not answer: the API could not be reached"
        ],
        [
          { reason: "NotReady", channel: "(#190) the token has expired" },
          "The channel refused: (#190) the token has expired. Fix this, then try again.",
          "The channel refused: (#190) the token has expired"
        ]
      ] as const) {
        const lines: Array<typeof AnswerLine.Type> = []
        const error = new StorageError({ reason: "Unavailable", cause: new Error("connect ECONNREFUSED"), ...which })
        const send = yield* makeApp({
          ...failing(Effect.fail(error)),
          log: (line) => lines.push(Schema.decodeSync(AnswerLine)(line))
        })
        const { json, status } = yield* send("GET", `/v1/contacts/${uuid}`)
        assert.deepStrictEqual([status, json], [503, envelope("contacts", "503 SERVICE UNAVAILABLE", text)])
        assert.strictEqual(lines[0]?.message, error.message)
        assert.isTrue(error.message.startsWith(message), error.message)
        assert.include(lines[0]?.cause, "connect ECONNREFUSED")
        assert.strictEqual(lines[1]?.message, "Answered")
      }
    })
  )
})

describe("request ids", () => {
  it.effect("from clients are used, also in the log", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const send = yield* makeApp({ log: (line) => lines.push(line) })
      for (const requestId of ["abc", "a".repeat(128), "!~{}"]) {
        lines.length = 0
        const answer = yield* send("GET", "/v1/contacts?limit=secret", { headers: { "x-request-id": requestId } })
        assert.strictEqual(answer.headers.get("x-request-id"), requestId)
        assert.strictEqual(lines.length, 1)
        const line: unknown = JSON.parse(lines[0] ?? "")
        const path = "/v1/contacts"
        const annotations = { requestId, method: "GET", path, route: path, status: 422, workspace, durationMs: 0 }
        assert.deepInclude(line, { message: "Answered", annotations })
      }
    })
  )

  it.effect("/health writes no log line", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const send = yield* makeApp({ log: (line) => lines.push(line) })
      assert.deepStrictEqual((yield* send("GET", "/health", { token: null })).json, { status: "ok" })
      assert.deepStrictEqual(lines, [])
    })
  )
})
