import { assert, describe } from "@effect/vitest"
import { Schema } from "effect"
import { issuesOf, noIdentifier } from "./Endpoints.ts"
import { newContact, TestApp, uuidOf } from "./TestApp.ts"
import { suite } from "../../core/test/Suite.ts"

const warningsOf = Schema.decodeUnknownSync(Schema.Struct({ warnings: Schema.Json }))
const namesOf = Schema.decodeUnknownSync(
  Schema.Struct({ contacts: Schema.Array(Schema.Struct({ first_name: Schema.NullOr(Schema.String) })) })
)

const broadcast = {
  channel_type: "chatapp",
  name: "Reminders",
  template_name: "reminder",
  from: "31200000000",
  parameters: { body_order: ["name", "time"] },
  recipients: [
    { identifier: "31612345678", client_reference: "one", parameters: { body: { name: "Zoë", time: "10:30" } } },
    { identifier: "+31612345679", client_reference: "two", parameters: { body: { name: "Ann", time: "10:45" } } }
  ]
}

suite(TestApp.layer)("the routes with the real services", (test) => {
  describe("contacts", () => {
    test("are created, read, changed, listed and searched", function* () {
      const { ours: token, send } = yield* TestApp
      const created = yield* send("POST", "/v1/contacts", {
        token,
        json: { firstName: " Zoë ", last_name: "", email: "zoe@example.org" }
      })
      assert.strictEqual(created.status, 201)
      const path = `/v1/contacts/${uuidOf(created.json).uuid}`
      assert.deepInclude(created.json, { first_name: "Zoë", last_name: null, email: "zoe@example.org" })
      assert.deepStrictEqual((yield* send("GET", path, { token })).json, created.json)
      const changed = yield* send("PATCH", path, { token, json: { phone_number: "+31 6 1234 5678", email: null } })
      assert.strictEqual(changed.status, 200)
      assert.deepInclude(changed.json, { first_name: "Zoë", phone_number: "+31 6 1234 5678", email: null })
      yield* send("POST", "/v1/contacts", { token, json: { first_name: "Bob", chatapp_id: "1" } })

      const listed = yield* send("GET", "/v1/contacts?order_field=first_name&order=asc", { token })
      assert.deepStrictEqual(
        namesOf(listed.json).contacts.map(({ first_name }) => first_name),
        ["Bob", "Zoë"]
      )
      const json = { advancedSearch: [{ field: "first_name", operator: "equals", value: "ZOË" }] }
      const found = yield* send("POST", "/v1/contacts/search", { token, json })
      assert.deepInclude(found.json, {
        contacts: [changed.json],
        pagination: { limit: 10, offset: 0, total: 1, next: null }
      })
    })

    test("C1, F2, W4: errors in fields and in values are reported together, and nothing is written", function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const field = { name: "Shoe size", field_type: "number:integer" }
      yield* send("POST", "/v1/custom-fields", { token, json: field })
      const custom_fields = { shoe_size: "41", none: null }
      const json = { firstName: "x".repeat(1_001), email: " ", custom_fields }
      const issues = [
        ["too_long", "body", "first_name"],
        ...noIdentifier,
        ["value_error", "body", "custom_fields.shoe_size"],
        ["value_error", "body", "custom_fields.none"]
      ]
      assert.deepStrictEqual<unknown>(issuesOf(yield* send("POST", "/v1/contacts", { token, json })), issues)
      const path = `/v1/contacts/${yield* newContact(token, { custom_fields: { shoe_size: 40 } })}`
      const before = yield* send("GET", path, { token })
      assert.deepStrictEqual<unknown>(issuesOf(yield* send("PATCH", path, { token, json })), issues)
      assert.deepStrictEqual((yield* send("GET", path, { token })).json, before.json)
      assert.deepNestedInclude((yield* send("GET", "/v1/contacts", { token })).json, { "pagination.total": 1 })
    })

    test("W1, C4, C7: are archived, restored, and erased with 204, and then return 404", function* () {
      const { ours: token, send } = yield* TestApp
      const path = `/v1/contacts/${yield* newContact(token)}`
      yield* send("POST", `${path}/notes`, { token, json: { content: { text: "x" } } })
      for (const [operation, archived] of [
        ["archive", true],
        ["unarchive", false]
      ] as const) {
        const answer = yield* send("POST", `${path}/${operation}`, { token })
        assert.strictEqual(answer.status, 200)
        assert.deepInclude(answer.json, { archived })
      }
      const erased = yield* send("DELETE", path, { token })
      assert.deepStrictEqual([erased.status, erased.text], [204, ""])
      assert.include(erased.headers.get("rollcall-erased") ?? "", "notes=1")
      for (const at of [path, `${path}/notes`]) {
        assert.strictEqual((yield* send("GET", at, { token })).status, 404)
      }
    })

    test("W1, C8: are opted out of broadcasts and in again, unless they have no number", function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const contact_uuid = yield* newContact(token, { phone_number: "+31 6 1234 5678" })
      const path = `/v1/contacts/${contact_uuid}`
      const none = { contact_uuid, opted_out: false, opted_out_at: null, scope: null, source: null }
      assert.deepStrictEqual((yield* send("GET", `${path}/opt-out`, { token })).json, none)
      const made = yield* send("POST", `${path}/opt-out`, { token })
      assert.strictEqual(made.status, 200)
      assert.deepInclude(made.json, { opted_out: true, scope: "all", source: "request" })
      assert.deepStrictEqual((yield* send("GET", `${path}/opt-out`, { token })).json, made.json)
      const accepted = yield* send("POST", "/broadcasts", { token, json: broadcast })
      assert.deepNestedInclude(accepted.json, {
        recipients: 0,
        "warnings.recipients[0].reasons[0]": "opted_out"
      })
      assert.deepStrictEqual((yield* send("POST", `${path}/opt-in`, { token })).json, none)
      const less = yield* send("POST", `${path}/opt-out?scope=marketing`, { token })
      assert.deepInclude(less.json, { opted_out: true, scope: "marketing", source: "request" })
      assert.strictEqual((yield* send("POST", `${path}/opt-out?scope=none`, { token })).status, 422)
      const listed = yield* send("GET", "/v1/opt-outs?scope=marketing&source=request&since=1969-01-01T00:00:00Z", {
        token
      })
      assert.deepNestedInclude(listed.json, { "pagination.total": 1, "opt_outs[0].contact_uuid": contact_uuid })
      const until = yield* send("GET", "/v1/opt-outs?until=1969-01-01T00:00:00Z", { token })
      assert.deepNestedInclude(until.json, { "pagination.total": 0 })
      const found = (value: string, field = "opted_out") => {
        const filter = { field, operator: "equals", value }
        return send("POST", "/v1/contacts/search", { token, json: { advanced_search: [filter] } })
      }
      assert.deepNestedInclude((yield* found("marketing")).json, { "pagination.total": 1 })
      assert.deepNestedInclude((yield* found("marketing", "optedOut")).json, { "pagination.total": 1 })
      assert.deepNestedInclude((yield* found("all")).json, { "pagination.total": 0 })
      assert.strictEqual((yield* found("none")).status, 422)
      const refused = yield* send("POST", `/v1/contacts/${yield* newContact(token)}/opt-out`, { token })
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, "no phone_number and no chatapp_id")
    })
  })

  describe("broadcasts", () => {
    test("are accepted, followed and cancelled", function* () {
      const { ours: token, send } = yield* TestApp
      const validated = yield* send("POST", "/broadcasts/validate", { token, json: broadcast })
      assert.strictEqual(validated.status, 200)
      const created = yield* send("POST", "/broadcasts", { token, json: broadcast })
      assert.strictEqual(created.status, 202)
      assert.deepInclude(created.json, { status: "scheduled", recipients: 1, rejected_recipients: 1 })
      assert.deepInclude(created.json, warningsOf(validated.json))
      const { uuid } = uuidOf(created.json)

      const details = yield* send("GET", `/broadcasts/${uuid}`, { token })
      assert.deepInclude(details.json, { uuid, recipients: 1, sent: 0, rejected: 1, failed: 0 })
      const listed = yield* send("GET", `/broadcasts/${uuid}/recipients?offset=1&limit=1`, { token })
      assert.deepNestedInclude(listed.json, {
        uuid,
        "recipients[0].identifier": "31612345678",
        "recipients[0].status": "submitted",
        "recipients[0].delivered_at": null,
        "recipients[0].reason": null,
        "recipients[0].error": null,
        "pagination.offset": 1,
        "pagination.limit": 1,
        "pagination.total": 2
      })
      const filters = { clientReferences: ["two", "none"] }
      const statuses = yield* send("POST", "/broadcasts/message_statuses", {
        token,
        json: { filters, limit: 10, offset: 0 }
      })
      assert.strictEqual(statuses.status, 200)
      assert.include(statuses.text, '"status":"rejected"')
      assert.include(statuses.text, `"broadcast_uuid":"${uuid}"`)

      for (const _ of ["first", "again"]) {
        const cancelled = yield* send("POST", `/broadcasts/${uuid}/cancel`, { token })
        assert.deepStrictEqual([cancelled.status, cancelled.json], [200, { uuid, status: "cancelled" }])
      }
    })

    test("W5, B6: get a warning for a value with too deep nesting, whatever its key", function* () {
      const { ours: token, send } = yield* TestApp
      const recipients = [{ identifier: "31612345671", parameters: { body: { name: [1], time: "10:30" } } }]
      const text = JSON.stringify({ ...broadcast, recipients, client_unique_identifier: "deep" })
      const body = text.replace("[1]", `${"[".repeat(50_000)}${"]".repeat(50_000)}`)
      const created = yield* send("POST", "/broadcasts", { token, body })
      assert.strictEqual(created.status, 202)
      assert.deepNestedInclude(created.json, {
        "warnings.recipients[0].identifier": "31612345671",
        "warnings.recipients[0].errors[0]": 'parameters.body: "name" must be a string'
      })
    })
  })
})
