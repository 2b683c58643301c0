import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { define } from "../custom-fields/Fixture.ts"
import { issuesOf } from "../Endpoints.ts"
import { importAll, rowsOf } from "../imports/Fixture.ts"
import { newContact, TestApp } from "../TestApp.ts"

/** A text of so many characters, each of which is two units of a JavaScript string. */
const waves = (count: number) => "👋".repeat(count)

/** What takes a text of a longest length: where it is sent, the status that takes it, and where its issue is. */
const texts: ReadonlyArray<
  readonly [what: string, max: number, path: string, status: number, field: string, json: (text: string) => object]
> = [
  ["a field of a contact", 1_000, "/v1/contacts", 201, "first_name", (text) => ({ email: "a@b.c", first_name: text })],
  ["the name of a list", 250, "/v1/contact-lists", 201, "name", (name) => ({ name })],
  ["the name of a field", 250, "/v1/custom-fields", 201, "name", (name) => ({ name, field_type: "text" })],
  ["an icon", 250, "/v1/custom-fields", 201, "icon", (icon) => ({ name: "Icon", field_type: "text", icon })],
  [
    "the label of an option",
    250,
    "/v1/custom-fields",
    201,
    "select_options[0]",
    (label) => ({ name: "Option", field_type: "select", select_options: [label] })
  ],
  ["a search term", 256, "/v1/contacts/search", 200, "search_term", (search_term) => ({ search_term })],
  [
    "an operand",
    1_000,
    "/v1/contacts/search",
    200,
    "advanced_search[0].value",
    (value) => ({ advanced_search: [{ field: "first_name", operator: "equals", value }] })
  ]
]

const broadcast = {
  channel_type: "chatapp",
  name: "Reminders",
  template_name: "reminder",
  from: "31200000000",
  parameters: { body_order: ["name", "time"] }
}
const recipient = { identifier: "31612345678", parameters: { body: { name: "Zoë", time: "10:30" } } }

layer(TestApp.layer)("the lengths of texts", (it) => {
  for (const [what, max, path, status, field, json] of texts) {
    it.effect(`W8: ${what} takes ${max} code points, and one more is 422`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const taken = yield* send("POST", path, { token, json: json(waves(max)) })
        assert.strictEqual(taken.status, status, taken.text)
        const refused = yield* send("POST", path, { token, json: json(waves(max + 1)) })
        assert.deepStrictEqual(issuesOf(refused), [["too_long", "body", field]])
      })
    )
  }

  it.effect("W8: the name of a field has at least three code points", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const define = (name: string) => send("POST", "/v1/custom-fields", { token, json: { name, field_type: "text" } })
      assert.deepStrictEqual(issuesOf(yield* define(waves(2))), [["too_short", "body", "name"]])
      assert.strictEqual((yield* define(waves(3))).status, 201)
    })
  )

  it.effect("W8: a note has a title of 250 and a text of 50,000 code points", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const path = `/v1/contacts/${yield* newContact(token)}/notes`
      const note = (more: number) => ({ title: waves(250 + more), content: { text: waves(50_000 + more) } })
      assert.strictEqual((yield* send("POST", path, { token, json: note(0) })).status, 201)
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json: note(1) })), [
        ["too_long", "body", "title"],
        ["too_long", "body", "content.text"]
      ])
    })
  )

  it.effect("W8: a custom value has 10,000 code points, also in a row of an import, as its fields have 1,000", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "text", { field_key: "said" })
      const row = (more: number) => ({
        email: "a@example.org",
        last_name: waves(1_000 + more),
        custom_fields: { said: waves(10_000 + more) }
      })
      assert.strictEqual((yield* send("POST", "/v1/contacts", { token, json: row(0) })).status, 201)
      assert.deepStrictEqual(issuesOf(yield* send("POST", "/v1/contacts", { token, json: row(1) })), [
        ["too_long", "body", "last_name"],
        ["value_error", "body", "custom_fields.said"]
      ])
      const contacts = [row(0), { ...row(1), last_name: null }, { ...row(1), custom_fields: null }]
      const rows = yield* rowsOf(token, yield* importAll(token, { contacts }))
      assert.deepStrictEqual(
        rows.map(({ issues, outcome }) => [outcome, ...issues.map(({ field }) => field)]),
        [["created"], ["failed", "custom_fields.said"], ["failed", "last_name"]]
      )
    })
  )

  it.effect("W8: an idempotency key and a client reference have 255 code points", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const create = (key: string, client_reference: string) =>
        send("POST", "/broadcasts", {
          token,
          json: { ...broadcast, client_unique_identifier: key, recipients: [{ ...recipient, client_reference }] }
        })
      const taken = yield* create(waves(255), waves(255))
      assert.strictEqual(taken.status, 202, taken.text)
      assert.deepInclude(taken.json, { recipients: 1, rejected_recipients: 0 })
      const refused = yield* create(waves(256), "short")
      assert.deepStrictEqual([refused.status, refused.text.includes("must have 1 to 255 characters")], [400, true])
      assert.deepInclude((yield* create("other", waves(256))).json, { recipients: 0, rejected_recipients: 1 })
    })
  )
})
