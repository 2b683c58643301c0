import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, foundOf, newContactPath, valuesOf } from "./Fixture.ts"

/** Texts that have a meaning elsewhere: in JavaScript, a database or a terminal. */
const hostile = [
  "__proto__",
  "constructor",
  "prototype.polluted",
  "'; DROP TABLE contacts; --",
  '" OR 1=1 --',
  "$.a[0].b",
  "$[*]",
  "%",
  "_\\%",
  "${process.env}",
  "<script>alert(1)</script>",
  "İstanbul ß ﬁ",
  "e\u0301 é",
  "\u202eright to left",
  "👩‍👩‍👧",
  "tab\tline\nend"
]

/** The four ways in which values are given, each with a body around the values. */
const ways = (contact: string) =>
  [
    ["POST", "/v1/contacts", (values: string) => `{"email":"a@b.c","custom_fields":${values}}`],
    ["PATCH", contact, (values: string) => `{"customFields":${values}}`],
    ["PATCH", `${contact}/custom-fields`, (values: string) => `{"custom_fields":${values}}`]
  ] as const

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

layer(TestApp.layer)("hostile custom fields", (it) => {
  it.effect("keys that spell a prototype, a path or SQL are unknown keys like others; nothing is merged", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "text", { field_key: "known" })
      const contact = yield* newContactPath(token, { known: "a" })
      const keys = ["__proto__", "hasOwnProperty", "toString", "a.b", "$.known", "known'--", "", " known"]
      const values = `{${keys.map((key) => `${JSON.stringify(key)}:{"known":"b","polluted":true}`).join()}}`
      for (const [method, path, body] of ways(contact)) {
        const answer = yield* send(method, path, { token, body: body(values) })
        assert.deepStrictEqual(
          issuesOf(answer),
          keys.map((key) => ["value_error", "body", `custom_fields.${key}`])
        )
      }
      assert.isUndefined(Reflect.get({}, "polluted"))
      assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { known: "a" })
    })
  )

  it.effect("fields whose keys are names of every object's members hold their values and no other", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const keys = ["constructor", "valueof", "tostring", "length", "then", "uuid", "custom_fields", "select"]
      for (const field_key of keys) yield* define(token, "text", { field_key })
      const bare = yield* newContactPath(token)
      assert.deepStrictEqual(valuesOf((yield* send("GET", bare, { token })).json), {})
      const values = Object.fromEntries(keys.map((key) => [key, `of ${key}`]))
      const contact = yield* newContactPath(token, values)
      assert.deepStrictEqual<unknown>(valuesOf((yield* send("GET", contact, { token })).json), values)
      for (const field of keys) {
        const advanced_search = [{ field, operator: "equals", value: `OF ${field}` }]
        const answer = yield* send("POST", "/v1/contacts/search", { token, json: { advanced_search } })
        assert.strictEqual(foundOf(answer.json).total, 1)
      }
    })
  )

  it.effect("F5: what every object inherits is no value that a contact has", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const { uuid } = yield* define(token, "text", { field_key: "constructor", editable: false })
      const contact = yield* newContactPath(token)
      const cleared = yield* send("PATCH", contact, { token, json: { custom_fields: { constructor: null } } })
      assert.deepStrictEqual([cleared.status, valuesOf(cleared.json)], [200, {}])
      assert.strictEqual((yield* send("DELETE", `${contact}/custom-fields/${uuid}`, { token })).status, 204)
    })
  )

  it.effect("texts and labels are kept, returned and found as they are", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "text", { field_key: "said" })
      const picked = yield* define(token, "multiselect", { field_key: "picked", select_options: hostile })
      assert.deepStrictEqual(
        picked.select_options?.map(({ display_label }) => display_label),
        hostile
      )
      for (const text of hostile) {
        const contact = yield* newContactPath(token, { said: text, picked: [text] }, { first_name: text })
        const key = picked.select_options?.find(({ display_label }) => display_label === text)?.field_key
        assert.match(key ?? "", /^[a-z][a-z0-9_]{0,249}$/)
        assert.deepStrictEqual<unknown>(valuesOf((yield* send("GET", contact, { token })).json), {
          said: text,
          picked: [key]
        })
      }
      for (const text of hostile) {
        for (const filter of [
          { field: "said", operator: "equals", value: text },
          { field: "said", operator: "starts_with", value: text },
          { field: "picked", operator: "contains", value: [text] }
        ]) {
          const answer = yield* send("POST", "/v1/contacts/search", { token, json: { advanced_search: [filter] } })
          assert.deepStrictEqual(foundOf(answer.json), { names: [text], total: 1 })
        }
      }
    })
  )

  it.effect("U+0000 and lone surrogates are 422 in values, in keys and at every depth", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "text", { field_key: "said" })
      const contact = yield* newContactPath(token)
      const values = '{"said":"a\\u0000b","tags":["ok","\\ud800"],"deep":{"a":["\\udfff\\ud800"]},"a\\u0000":1}'
      for (const [method, path, body] of ways(contact)) {
        assert.sameDeepMembers(
          [...issuesOf(yield* send(method, path, { token, body: body(values) }))],
          [
            ["value_error", "body", "custom_fields.said"],
            ["value_error", "body", "custom_fields.tags[1]"],
            ["value_error", "body", "custom_fields.deep.a[0]"],
            ["value_error", "body", "custom_fields"]
          ]
        )
      }
    })
  )

  it.effect.each([33, 65, 5_000, 100_000])("a nesting of %i levels is 422 and no overflow", (depth) =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const { uuid } = yield* define(token, "multiselect", { field_key: "tags", select_options: ["Red"] })
      const contact = yield* newContactPath(token)
      for (const [method, path, body] of ways(contact)) {
        const answer = yield* send(method, path, { token, body: body(`{"tags":${nested(depth)}}`) })
        const [issue] = issuesOf(answer)
        assert.strictEqual(issuesOf(answer).length, 1)
        assert.match(issue?.[2] ?? "", /^custom_fields\.tags/)
      }
      const body = `{"custom_field_uuid":"${uuid}","value":${nested(depth)}}`
      const answer = yield* send("POST", `${contact}/custom-fields`, { token, body })
      assert.match(issuesOf(answer)[0]?.[2] ?? "", /^value/)
    })
  )

  it.effect("thousands of wrong keys are answered with a bounded number of issues", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const contact = yield* newContactPath(token)
      const custom_fields = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`key_${index}`, index]))
      const answer = yield* send("PATCH", contact, { token, json: { custom_fields } })
      assert.strictEqual(issuesOf(answer).length, 1_001)
      assert.deepStrictEqual(issuesOf(answer).at(-1), ["too_many", "body", ""])
    })
  )

  it.effect(
    "F6: the values of a sensitive field are in no line of the log and in no error, and no search term finds them",
    () =>
      Effect.gen(function* () {
        const { fresh, log, send } = yield* TestApp
        const token = yield* fresh
        const secret = "4111-secret-1111"
        const text = yield* define(token, "text", { field_key: "card", sensitive: true })
        yield* define(token, "number:integer", { field_key: "pin", sensitive: true })
        yield* define(token, "text", { field_key: "once", sensitive: true, editable: false })
        const contact = yield* newContactPath(token, { card: secret, once: "first" })
        assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { card: secret, once: "first" })
        const refused = [
          yield* send("PATCH", contact, {
            token,
            json: { custom_fields: { pin: secret, once: secret, none: secret } }
          }),
          yield* send("POST", `${contact}/custom-fields`, {
            token,
            json: { custom_field_uuid: text.uuid, value: [secret] }
          }),
          yield* send("POST", "/v1/contacts", { token, json: { custom_fields: { pin: secret } } }),
          yield* send("POST", "/v1/contacts/search", {
            token,
            json: { advanced_search: [{ field: "pin", operator: "equals", value: secret, data_type: "long" }] }
          })
        ]
        for (const { status, text } of refused) {
          assert.strictEqual(status, 422)
          assert.notInclude(text, secret)
        }
        const term = yield* send("POST", "/v1/contacts/search", { token, json: { search_term: secret } })
        assert.deepStrictEqual(foundOf(term.json), { names: [], total: 0 })
        assert.isAbove(log.length, 8)
        for (const line of log) assert.notInclude(line, secret)
      })
  )
})
