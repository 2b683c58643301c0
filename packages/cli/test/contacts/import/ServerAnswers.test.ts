import { assert, describe } from "@effect/vitest"
import { ContactImportUuid } from "@rollcall/core"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { ImportClient } from "../../../src/contacts/import/ImportClient.ts"
import { Refused, Unreached } from "../../../src/targets/ApiError.ts"
import { layerServer } from "../../../src/targets/ServerTarget.ts"
import { inTime } from "./Fixture.ts"
import { test } from "../../../../core/test/Suite.ts"

const uuid = ContactImportUuid.make("0197a000-0000-7000-8000-0000000000aa")

/** What a server answers to every call, or how the call fails. */
type Answer = () => Promise<Response>

const json =
  (status: number, body: unknown): Answer =>
  () =>
    Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json", "retry-after": "1", "www-authenticate": "Bearer" }
      })
    )

const envelope = (status: number, message: string, details: unknown) => json(status, { error: { message, details } })

const broken =
  (code: string): Answer =>
  () =>
    Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }))

/** A client whose server answers so. */
const withServer = <A, E>(answer: Answer, use: (client: ImportClient["Service"]) => Effect.Effect<A, E>) =>
  ImportClient.use(use).pipe(
    Effect.provide(
      ImportClient.layer.pipe(
        Layer.provide(layerServer({ url: "http://rollcall.test", token: Redacted.make("t") })),
        Layer.provide(Layer.succeed(FetchHttpClient.Fetch, answer))
      )
    )
  )

const request = {
  contacts: [{ email: "a@x.org" }],
  match_on_field: null,
  merge_type: "create_or_update",
  contact_list_uuid: null
} as const

const issue = (field: string, msg: string, type = "string_type") => ({ type, in: "body", field, msg })

const unavailable = envelope(503, "503 SERVICE UNAVAILABLE", "The store did not answer. Try again.")

describe("a request that fails", () => {
  test.each<readonly [what: string, answer: Answer, failure: "Unreached" | "OutcomeUnknown"]>([
    ["no process listens", broken("ECONNREFUSED"), "Unreached"],
    ["the host does not exist", broken("ENOTFOUND"), "Unreached"],
    ["the connection breaks", broken("ECONNRESET"), "OutcomeUnknown"],
    ["the server closes the connection", broken("UND_ERR_SOCKET"), "OutcomeUnknown"],
    ["the store did not answer the server", unavailable, "OutcomeUnknown"],
    ["the server is stopping", () => Promise.resolve(new Response(null, { status: 503 })), "OutcomeUnknown"],
    ["the server fails", envelope(500, "500 INTERNAL SERVER ERROR", "request 1"), "OutcomeUnknown"],
    [
      "something before the server fails",
      () => Promise.resolve(new Response("<html>", { status: 502 })),
      "OutcomeUnknown"
    ],
    ["no answer comes", () => new Promise(() => undefined), "OutcomeUnknown"]
  ])("may or may not have arrived: %s", function* ([, answer, failure]) {
    const failed = yield* inTime(Effect.flip(withServer(answer, ({ send }) => send(request))))
    assert.strictEqual(failed._tag, failure)
    assert.match(failed.message, /^http:\/\/rollcall\.test: .+$/)
  })

  test.each<readonly [what: string, answer: Answer, message: string]>([
    [
      "its token",
      envelope(401, "401 UNAUTHORIZED", "Unauthorized access."),
      "the server rejected this token. Give another with --token"
    ],
    [
      "its scope",
      envelope(403, "403 FORBIDDEN", "The caller lacks the scope contacts:write."),
      "403 FORBIDDEN: The caller lacks the scope contacts:write."
    ],
    [
      "its list",
      envelope(404, "404 NOT FOUND", "There is no contact list x."),
      "404 NOT FOUND: There is no contact list x."
    ],
    [
      "all of it",
      envelope(422, "422 UNPROCESSABLE ENTITY", { errors: [issue("merge_type", "is wrong")] }),
      "422 UNPROCESSABLE ENTITY: merge_type: is wrong"
    ],
    [
      "not being Rollcall's",
      () => Promise.resolve(new Response("<html>")),
      "this is not a Rollcall server, or it has another version"
    ]
  ])("for %s is permanently rejected", function* ([, answer, message]) {
    const failed = yield* Effect.flip(withServer(answer, ({ send }) => send(request)))
    assert.instanceOf(failed, Refused)
    assert.strictEqual(failed.message, `http://rollcall.test: ${message}`)
  })
})

describe("a rate-limited request", () => {
  const limited =
    (retryAfter: string): Answer =>
    () =>
      Promise.resolve(
        new Response(JSON.stringify({ error: { message: "429 TOO MANY REQUESTS", details: "Try again later." } }), {
          status: 429,
          headers: { "content-type": "application/json", "retry-after": retryAfter }
        })
      )

  test("is sent again after Retry-After, because the server did nothing", function* () {
    let calls = 0
    const answer: Answer = () => (++calls < 4 ? limited("2")() : json(202, { contact_import_uuid: uuid })())
    assert.strictEqual(yield* inTime(withServer(answer, ({ send }) => send(request))), uuid)
    assert.strictEqual(calls, 4)
  })

  test.each(["5", "6"])("is rejected with the server's message if that takes too long: %s s", function* (retryAfter) {
    const failed = yield* inTime(Effect.flip(withServer(limited(retryAfter), ({ send }) => send(request))))
    assert.instanceOf(failed, Refused)
    assert.strictEqual(failed.message, "http://rollcall.test: 429 TOO MANY REQUESTS: Try again later.")
  })
})

describe("a failing read request", () => {
  test("is repeated until the server is back", function* () {
    let calls = 0
    const answer: Answer = () => {
      calls++
      if (calls < 6) return broken("ECONNREFUSED")()
      if (calls < 7) return unavailable()
      const status = calls < 9 ? "processing" : "completed"
      const summary = { total: 2, created: 0, skipped: 2, failed: 0 }
      const unnamed = { file_name: null, file_uuid: null, undo: null, created_at: "2026-03-01T10:00:00.000Z" }
      return json(200, { contact_import_uuid: uuid, status, summary, ...unnamed })()
    }
    const { counts, failed } = yield* inTime(withServer(answer, ({ outcome }) => outcome(uuid, false)))
    assert.deepStrictEqual(counts, { created: 0, updated: 0, unchanged: 0, skipped: 2, failed: 0 })
    assert.deepStrictEqual([failed, calls], [[], 9])
  })

  test("is given up after a minute", function* () {
    const failed = yield* inTime(Effect.flip(withServer(broken("ECONNREFUSED"), ({ outcome }) => outcome(uuid, false))))
    assert.deepStrictEqual(failed, new Unreached({ message: "http://rollcall.test: cannot connect (ECONNREFUSED)" }))
  })
})
