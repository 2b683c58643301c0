import { assert, describe, it } from "@effect/vitest"
import { ContactNotFound, InvalidInput } from "@rollcall/core"
import { issue } from "@rollcall/core/storage"
import { Effect } from "effect"
import { makeApp, makeAskedApp, uuid, workspace } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { contact, contactJson, fields, fieldsJson } from "../Samples.ts"
import { toWireIssues } from "@rollcall/api"

/** An application that creates and changes contacts, and what it was asked for. */
const changing = makeAskedApp((answer) => ({ contacts: { create: answer(contact), update: answer(contact) } }))

const operations = [
  ["POST", "/v1/contacts", 201],
  ["PATCH", `/v1/contacts/${uuid}`, 200]
] as const

for (const [method, path, status] of operations) {
  /** What a service is given before what the body says. */
  const whose = method === "POST" ? [workspace] : [workspace, uuid]

  describe(`${method} ${path}`, () => {
    it.effect(`W1, W3: answers ${status} with the contact; unknown fields are ignored`, () =>
      Effect.gen(function* () {
        const { asked, send } = yield* changing
        const answer = yield* send(method, path, { json: { first_name: "Zoë", email: null, nickname: 5, uuid: "x" } })
        assert.strictEqual(answer.status, status)
        assert.deepStrictEqual(answer.json, contactJson)
        assert.deepStrictEqual(asked, [[...whose, { firstName: "Zoë", email: null, customFields: {} }]])
      })
    )

    it.effect("W2: takes every name in both cases", () =>
      Effect.gen(function* () {
        const { asked, send } = yield* changing
        for (const json of [fields, fieldsJson])
          assert.strictEqual((yield* send(method, path, { json })).status, status)
        const expected = [...whose, { ...fields, customFields: {} }]
        assert.deepStrictEqual(asked, [expected, expected])
      })
    )

    it.effect("W2: both spellings of a field are 422, even if they agree", () =>
      Effect.gen(function* () {
        const { send } = yield* changing
        const json = { first_name: "a", firstName: "a", phoneNumber: "1", phone_number: "2" }
        assert.deepStrictEqual(issuesOf(yield* send(method, path, { json })), [
          ["value_error", "body", "first_name"],
          ["value_error", "body", "phone_number"]
        ])
      })
    )

    it.effect("W3, W4: values that are no strings are 422, each of them", () =>
      Effect.gen(function* () {
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
    )

    it.effect("W2: keys inside custom_fields are data: they keep their spelling, whatever they spell", () =>
      Effect.gen(function* () {
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
    )

    it.effect("U+0000 and lone surrogates are 422 in every text and every name", () =>
      Effect.gen(function* () {
        const { asked, send } = yield* changing
        const body = '{"first_name":"a\\u0000","last_name":"\\ud800","ignored":{"deep":["\\udfff"]},"a\\u0000b":1}'
        assert.sameDeepMembers(
          [...issuesOf(yield* send(method, path, { body }))],
          [
            ["value_error", "body", "first_name"],
            ["value_error", "body", "last_name"],
            ["value_error", "body", "ignored.deep[0]"],
            ["value_error", "body", ""]
          ]
        )
        assert.deepStrictEqual(asked, [])
        assert.strictEqual((yield* send(method, path, { body: '{"first_name":"\\ud83d\\ude00"}' })).status, status)
      })
    )

    it.effect("a prototype cannot be set: __proto__ is an unknown field like others", () =>
      Effect.gen(function* () {
        const { asked, send } = yield* changing
        const body = '{"__proto__":{"email":"a@b.c"},"constructor":{"prototype":{}},"email":"d@e.f"}'
        assert.strictEqual((yield* send(method, path, { body })).status, status)
        assert.deepStrictEqual(asked, [[...whose, { email: "d@e.f", customFields: {} }]])
      })
    )

    it.effect("C1: what the core finds wrong is 422 with its issues", () =>
      Effect.gen(function* () {
        const issues = [issue("missing", ["externalContactId"], "at least one is required")]
        const fail = () => Effect.fail(new InvalidInput({ issues }))
        const send = yield* makeApp({ contacts: { create: fail, update: fail } })
        const answer = yield* send(method, path, { json: {} })
        assert.deepStrictEqual(answer.json, {
          error: { message: "422 UNPROCESSABLE ENTITY", details: { errors: toWireIssues(issues) } }
        })
      })
    )
  })
}

describe("/v1/contacts/{contact_uuid}", () => {
  it.effect("GET answers 200 with the contact", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* makeAskedApp((answer) => ({ contacts: { get: answer(contact) } }))
      const answer = yield* send("GET", `/v1/contacts/${uuid.toUpperCase()}`)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.json, contactJson)
      assert.deepStrictEqual(asked, [[workspace, uuid]])
    })
  )

  it.effect("A1: an unknown contact, which another workspace's is too, is 404", () =>
    Effect.gen(function* () {
      const fail = () => Effect.fail(new ContactNotFound({ uuid: contact.uuid }))
      const send = yield* makeApp({ contacts: { get: fail, update: fail } })
      for (const answer of [
        yield* send("GET", `/v1/contacts/${uuid}`),
        yield* send("PATCH", `/v1/contacts/${uuid}`, { json: {} })
      ]) {
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual(answer.json, envelope("contacts", "404 NOT FOUND", `There is no contact ${uuid}.`))
      }
    })
  )

  for (const path of ["none", "123", `${uuid}0`, "%00", "a".repeat(3_000)]) {
    it.effect(`W4: a path of ${path.slice(0, 40)} is 422 in: path`, () =>
      Effect.gen(function* () {
        const send = yield* makeApp()
        const issue = ["uuid_parsing", "path", "contact_uuid"] as const
        assert.deepStrictEqual(issuesOf(yield* send("GET", `/v1/contacts/${path}`)), [issue])
        assert.deepStrictEqual(issuesOf(yield* send("PATCH", `/v1/contacts/${path}`, { json: { email: 5 } })), [
          issue,
          ["string_type", "body", "email"]
        ])
      })
    )
  }
})
