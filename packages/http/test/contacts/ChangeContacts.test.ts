import { assert, describe } from "@effect/vitest"
import { makeAskedApp, uuid, caller } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contact, contactJson, fields, fieldsJson } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

/** An application that creates and changes contacts, and what it was asked for. */
const changing = makeAskedApp((answer) => ({ contacts: { create: answer(contact), update: answer(contact) } }))

const operations = [
  ["POST", "/v1/contacts", 201],
  ["PATCH", `/v1/contacts/${uuid}`, 200]
] as const

for (const [method, path, status] of operations) {
  /** What a service is given before what the body says. */
  const whose = method === "POST" ? [caller] : [caller, uuid]

  describe(`${method} ${path}`, () => {
    test(`W1, W3: returns ${status} with the contact; unknown fields are ignored`, function* () {
      const { asked, send } = yield* changing
      const answer = yield* send(method, path, { json: { first_name: "Zoë", email: null, nickname: 5, uuid: "x" } })
      assert.strictEqual(answer.status, status)
      assert.deepStrictEqual(answer.json, contactJson)
      assert.deepStrictEqual(asked, [[...whose, { firstName: "Zoë", email: null, customFields: {} }]])
    })

    test("W2: accepts every name in both cases", function* () {
      const { asked, send } = yield* changing
      for (const json of [fields, fieldsJson]) assert.strictEqual((yield* send(method, path, { json })).status, status)
      const expected = [...whose, { ...fields, customFields: {} }]
      assert.deepStrictEqual(asked, [expected, expected])
    })

    test("W2: returns 422 for both spellings of a field, even if they agree", function* () {
      const { send } = yield* changing
      const json = { first_name: "a", firstName: "a", phoneNumber: "1", phone_number: "2" }
      assert.deepStrictEqual(issuesOf(yield* send(method, path, { json })), [
        ["value_error", "body", "first_name"],
        ["value_error", "body", "phone_number"]
      ])
    })

    test("W3, W4: returns 422 for values that are no strings, with an issue for each", function* () {
      const { asked, send } = yield* changing
      const json = { first_name: 5, last_name: true, email: ["a"], phone_number: {}, custom_fields: "none" }
      assert.sameDeepMembers(
        [...issuesOf(yield* send(method, path, { json }))],
        [
          ["string_type", "body", "first_name"],
          ["string_type", "body", "last_name"],
          ["string_type", "body", "email"],
          ["string_type", "body", "phone_number"],
          ["dict_type", "body", "custom_fields"]
        ]
      )
      assert.deepStrictEqual(asked, [])
    })

    test("W2: keys inside custom_fields are data and stay unchanged, whatever they contain", function* () {
      const { asked, send } = yield* changing
      const keys = '{"shoeSize":41,"shoe_size":[42],"firstName":{"a":null},"__proto__":1,"constructor":null}'
      for (const name of ["custom_fields", "customFields"]) {
        assert.strictEqual((yield* send(method, path, { body: `{"${name}":${keys}}` })).status, status)
      }
      for (const custom_fields of [null, {}]) {
        assert.strictEqual((yield* send(method, path, { json: { custom_fields } })).status, status)
      }
      const given: unknown = JSON.parse(keys)
      const expected = [given, given, {}, {}].map((customFields: unknown) => [...whose, { customFields }])
      assert.deepStrictEqual(asked, expected)
    })

    test("returns 422 for U+0000, lone surrogates and numbers out of range, at any depth and in names", function* () {
      const { asked, send } = yield* changing
      const values = '{"n":1e400,"s":["a\\u0000"],"b\\u0000":1}'
      const body = `{"first_name":"a\\u0000","last_name":"\\ud800","ignored":{"deep":["\\udfff"]},"custom_fields":${values}}`
      assert.sameDeepMembers(
        [...issuesOf(yield* send(method, path, { body }))],
        [
          ["value_error", "body", "first_name"],
          ["value_error", "body", "last_name"],
          ["value_error", "body", "ignored.deep[0]"],
          ["value_error", "body", "custom_fields.n"],
          ["value_error", "body", "custom_fields.s[0]"],
          ["value_error", "body", "custom_fields"]
        ]
      )
      assert.deepStrictEqual(asked, [])
      assert.strictEqual((yield* send(method, path, { body: '{"first_name":"\\ud83d\\ude00"}' })).status, status)
    })

    test("a prototype cannot be set: __proto__ is an ordinary unknown field", function* () {
      const { asked, send } = yield* changing
      const body = '{"__proto__":{"email":"a@b.c"},"constructor":{"prototype":{}},"email":"d@e.f"}'
      assert.strictEqual((yield* send(method, path, { body })).status, status)
      assert.deepStrictEqual(asked, [[...whose, { email: "d@e.f", customFields: {} }]])
    })
  })
}

describe("/v1/contacts/{contact_uuid}", () => {
  test("GET returns 200 with the contact", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({ contacts: { get: answer(contact) } }))
    const answer = yield* send("GET", `/v1/contacts/${uuid.toUpperCase()}`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, contactJson)
    assert.deepStrictEqual(asked, [[caller, uuid]])
  })
})
