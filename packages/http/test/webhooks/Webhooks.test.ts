import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

/** A webhook as the wire shows it; throws unless every field is there (W1). */
const fields = {
  uuid: Schema.String,
  url: Schema.String,
  types: Schema.NullOr(Schema.Array(Schema.String)),
  status: Schema.Literals(["enabled", "disabled"]),
  status_reason: Schema.NullOr(Schema.String),
  cursor: Schema.NullOr(Schema.String),
  waiting: Schema.Int,
  failing_since: Schema.NullOr(Schema.String),
  retry_at: Schema.NullOr(Schema.String),
  failure: Schema.NullOr(Schema.String),
  missed_at: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  updated_at: Schema.String
}
const webhookOf = Schema.decodeUnknownSync(Schema.Struct(fields))
const withSecretOf = Schema.decodeUnknownSync(
  Schema.Struct({ ...fields, secret: Schema.String.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/]{43}=$/)) })
)

const url = "https://receiver.example/hooks"

suite(TestApp.layer)("webhooks", (test) => {
  test("W1: are created with 201 and their secret, which is shown nowhere else", function* () {
    const { ours: token, send } = yield* TestApp
    const made = yield* send("POST", "/v1/webhooks", { token, json: { url, types: ["contact.created"] } })
    assert.strictEqual(made.status, 201)
    const { secret, ...webhook } = withSecretOf(made.json)
    assert.deepInclude(webhook, { url, types: ["contact.created"], status: "enabled", waiting: 0, failure: null })
    const shown = yield* send("GET", `/v1/webhooks/${webhook.uuid}`, { token })
    assert.deepStrictEqual(webhookOf(shown.json), webhook)
    assert.notInclude(shown.text, "secret")
    assert.notInclude((yield* send("GET", "/v1/webhooks", { token })).text, "secret")
    const rotated = withSecretOf((yield* send("POST", `/v1/webhooks/${webhook.uuid}/rotate`, { token })).json)
    assert.notStrictEqual(rotated.secret, secret)
  })

  test("are listed, replayed and deleted", function* () {
    const { send, theirs: token } = yield* TestApp
    const { uuid } = uuidOf((yield* send("POST", "/v1/webhooks", { token, json: { url } })).json)
    const listed = yield* send("GET", "/v1/webhooks", { token })
    const { webhooks } = Schema.decodeUnknownSync(
      Schema.Struct({ webhooks: Schema.Array(Schema.Struct({ uuid: Schema.String })) })
    )(listed.json)
    assert.deepStrictEqual(webhooks, [{ uuid }])
    for (const json of [{}, { after: null }, { oldest: false }, { oldest: true }]) {
      const replayed = yield* send("POST", `/v1/webhooks/${uuid}/replay`, { token, json })
      assert.strictEqual(replayed.status, 200)
      assert.strictEqual(webhookOf(replayed.json).status, "enabled")
    }
    const deleted = yield* send("DELETE", `/v1/webhooks/${uuid}`, { token })
    assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
    assert.strictEqual((yield* send("DELETE", `/v1/webhooks/${uuid}`, { token })).status, 404)
  })

  test("W1: change only in the given members, and keep their secret", function* () {
    const { send, theirs: token } = yield* TestApp
    const { uuid } = uuidOf((yield* send("POST", "/v1/webhooks", { token, json: { url } })).json)
    for (const [json, expected] of [
      [{ types: ["contact.created"] }, { url, types: ["contact.created"] }],
      [{ url: `${url}/new` }, { url: `${url}/new`, types: ["contact.created"] }],
      [{}, { url: `${url}/new`, types: ["contact.created"] }],
      [{ types: null }, { url: `${url}/new`, types: null }]
    ] as const) {
      const changed = yield* send("PATCH", `/v1/webhooks/${uuid}`, { token, json })
      assert.strictEqual(changed.status, 200)
      assert.deepInclude(webhookOf(changed.json), expected)
      assert.deepStrictEqual((yield* send("GET", `/v1/webhooks/${uuid}`, { token })).json, changed.json)
      assert.notInclude(changed.text, "secret")
    }
    yield* send("DELETE", `/v1/webhooks/${uuid}`, { token })
  })

  const refused: ReadonlyArray<readonly [json: object, type: string, field: string]> = [
    [{ url: 5 }, "string_type", "url"],
    [{ url: null }, "string_type", "url"],
    [{ url: "http://receiver.example" }, "value_error", "url"],
    [{ url, types: ["contact.renamed"] }, "enum", "types[0]"],
    [{ url, types: "contact.created" }, "list_type", "types"]
  ]
  test("W4: return 422 for invalid members, on creation and on a change, which then changes nothing", function* () {
    const { ours: token, send } = yield* TestApp
    const { uuid } = uuidOf((yield* send("POST", "/v1/webhooks", { token, json: { url } })).json)
    for (const [json, type, field] of refused) {
      for (const [method, path] of [
        ["POST", "/v1/webhooks"],
        ["PATCH", `/v1/webhooks/${uuid}`]
      ] as const) {
        assert.deepStrictEqual(issuesOf(yield* send(method, path, { token, json })), [[type, "body", field]])
      }
    }
    assert.deepStrictEqual(issuesOf(yield* send("POST", "/v1/webhooks", { token, json: {} })), [
      ["missing", "body", "url"]
    ])
    assert.strictEqual(webhookOf((yield* send("GET", `/v1/webhooks/${uuid}`, { token })).json).url, url)
  })

  test("W4: return 422 for a replay from an invalid cursor, or from two positions", function* () {
    const { ours: token, send } = yield* TestApp
    const { uuid } = uuidOf((yield* send("POST", "/v1/webhooks", { token, json: { url } })).json)
    const replay = (json: object) => Effect.map(send("POST", `/v1/webhooks/${uuid}/replay`, { token, json }), issuesOf)
    assert.deepStrictEqual(yield* replay({ after: "x" }), [["value_error", "body", "after"]])
    assert.deepStrictEqual(yield* replay({ after: "0", oldest: true }), [["value_error", "body", "oldest"]])
  })
})
