import { assert, describe, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { envelope, issuesOf, noIdentifier } from "./Endpoints.ts"
import { importAll, rowsOf } from "./imports/Fixture.ts"
import { uuidOf, TestApp } from "./TestApp.ts"

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

layer(TestApp.layer)("the routes over the real services", (it) => {
  describe("contacts", () => {
    it.effect("are created, read, changed, listed and found", () =>
      Effect.gen(function* () {
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
        assert.deepInclude(found.json, { contacts: [changed.json], pagination: { limit: 10, offset: 0, total: 1 } })
      })
    )

    it.effect("C1: one without an identifier is 422, also when the last one is cleared", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const nameless = yield* send("POST", "/v1/contacts", { token, json: { first_name: "Nameless", email: " " } })
        assert.deepStrictEqual(issuesOf(nameless), noIdentifier)
        const created = yield* send("POST", "/v1/contacts", { token, json: { email: "a@b.c" } })
        const path = `/v1/contacts/${uuidOf(created.json).uuid}`
        const cleared = yield* send("PATCH", path, { token, json: { email: null } })
        assert.deepStrictEqual(issuesOf(cleared), noIdentifier)
      })
    )

    it.effect("C3, S8: a number comes back as it was given, and is found and matched by its digits", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const json = { first_name: "Zoë", phone_number: "+49 (30) 901-820", email: "Zoe@Example.org" }
        const created = yield* send("POST", "/v1/contacts", { token, json })
        assert.deepInclude(created.json, json)
        const found = (search_term: string) =>
          Effect.map(send("POST", "/v1/contacts/search", { token, json: { search_term } }), ({ json }) =>
            namesOf(json).contacts.map(({ first_name }) => first_name)
          )
        for (const term of ["4930901", "zoe@EXAMPLE 901820", "ZOË"]) {
          assert.deepStrictEqual(yield* found(term), ["Zoë"], term)
        }
        assert.deepStrictEqual(yield* found("zoë elsewhere"), [])
        const rows = yield* rowsOf(
          token,
          yield* importAll(token, {
            contacts: [{ phone_number: "49-30-901820" }, { phone_number: "030 901820" }],
            match_on_field: "phone_number"
          })
        )
        assert.deepStrictEqual(
          rows.map(({ outcome }) => outcome),
          ["updated", "created"]
        )
        assert.strictEqual(rows[0]?.contact_uuid, uuidOf(created.json).uuid)
      })
    )

    it.effect("S7: what a search cannot mean is 422 with its place", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const filters = [
          { field: "shoe_size", operator: "exists" },
          { field: "email", operator: "equals" },
          { field: "email", operator: "range", value: ["a"] }
        ]
        const answer = yield* send("POST", "/v1/contacts/search", { token, json: { advanced_search: filters } })
        assert.deepStrictEqual(issuesOf(answer), [
          ["value_error", "body", "advanced_search[0].field"],
          ["missing", "body", "advanced_search[1].value"],
          ["too_short", "body", "advanced_search[2].value"]
        ])
        const many = Array.from({ length: 51 }, () => ({ field: "email", operator: "exists" }))
        const over = yield* send("POST", "/v1/contacts/search", { token, json: { advanced_search: many } })
        assert.deepStrictEqual(issuesOf(over), [["too_long", "body", "advanced_search"]])
        const most = yield* send("POST", "/v1/contacts/search", { token, json: { advanced_search: many.slice(1) } })
        assert.strictEqual(most.status, 200)
      })
    )

    it.effect("A1: another workspace's contact is as if it were not there", () =>
      Effect.gen(function* () {
        const { ours, send, theirs } = yield* TestApp
        const created = yield* send("POST", "/v1/contacts", { token: ours, json: { email: "ours@b.c" } })
        const { uuid } = uuidOf(created.json)
        const missing = envelope("contacts", "404 NOT FOUND", `There is no contact ${uuid}.`)
        const read = yield* send("GET", `/v1/contacts/${uuid}`, { token: theirs })
        const change = yield* send("PATCH", `/v1/contacts/${uuid}`, { token: theirs, json: { email: "x" } })
        assert.deepStrictEqual([read.status, read.json, change.status, change.json], [404, missing, 404, missing])
        const listed = yield* send("GET", "/v1/contacts", { token: theirs })
        assert.deepInclude(listed.json, { contacts: [], pagination: { limit: 50, offset: 0, total: 0 } })
      })
    )
  })

  describe("broadcasts", () => {
    it.effect("are accepted, followed and cancelled", () =>
      Effect.gen(function* () {
        const { ours: token, send, theirs } = yield* TestApp
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
        assert.deepStrictEqual(listed.json, {
          uuid,
          recipients: [
            { identifier: "31612345678", status: "submitted", delivered_at: null, reason: null, error: null }
          ],
          pagination: { offset: 1, limit: 1, total: 2 }
        })
        const filters = { clientReferences: ["two", "none"] }
        const statuses = yield* send("POST", "/broadcasts/message_statuses", {
          token,
          json: { filters, limit: 10, offset: 0 }
        })
        assert.strictEqual(statuses.status, 200)
        assert.include(statuses.text, '"status":"rejected"')
        assert.include(statuses.text, `"broadcast_uuid":"${uuid}"`)

        for (const [method, path] of [
          ["GET", ""],
          ["GET", "/recipients"],
          ["POST", "/cancel"],
          ["POST", "/pause"],
          ["POST", "/resume"]
        ] as const) {
          assert.strictEqual((yield* send(method, `/broadcasts/${uuid}${path}`, { token: theirs })).status, 404)
        }
        for (const _ of ["first", "again"]) {
          const cancelled = yield* send("POST", `/broadcasts/${uuid}/cancel`, { token })
          assert.deepStrictEqual([cancelled.status, cancelled.json], [200, { uuid, status: "cancelled" }])
        }
      })
    )

    it.effect("B4: a key that is taken replays the answer, or refuses another payload", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const json = { ...broadcast, client_unique_identifier: "key" }
        const first = yield* send("POST", "/broadcasts", { token, json })
        const again = yield* send("POST", "/broadcasts", { token, json })
        assert.deepStrictEqual([again.status, again.json], [202, first.json])
        assert.isNull(first.headers.get("idempotent-replayed"))
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        const other = yield* send("POST", "/broadcasts", { token, json: { ...json, name: "Other" } })
        assert.strictEqual(other.status, 400)
      })
    )

    it.effect("B5, B6, B14, B16: refusals of the core reach the wire", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const status = (json: unknown) =>
          Effect.map(send("POST", "/broadcasts", { token, json }), ({ status, text }) => [status, text] as const)
        const [refused, text] = yield* status({
          ...broadcast,
          name: " ",
          version: 2,
          valid_until: "1960-01-01T00:00:00Z"
        })
        assert.strictEqual(refused, 400)
        for (const field of ["name: ", "version: ", "valid_until: "]) assert.include(text, field)
        assert.strictEqual((yield* status({ ...broadcast, template_name: "none" }))[0], 404)
        assert.strictEqual((yield* status({ ...broadcast, locale: "de" }))[0], 404)
        assert.strictEqual((yield* status({ ...broadcast, from: "none" }))[0], 404)
        assert.strictEqual((yield* status({ ...broadcast, template_name: "draft" }))[0], 400)
        assert.strictEqual((yield* status({ ...broadcast, recipients: [] }))[0], 400)
        const json = { filters: { clientReferences: ["unknown"] }, limit: 1, offset: 0 }
        const nothing = yield* send("POST", "/broadcasts/message_statuses", { token, json })
        assert.deepStrictEqual(
          [nothing.status, nothing.json],
          [
            404,
            envelope(
              "broadcasts",
              "Broadcast or recipients were not found",
              "There is no recipient with one of these references."
            )
          ]
        )
      })
    )
  })
})
