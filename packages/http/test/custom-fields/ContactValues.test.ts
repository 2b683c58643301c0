import { assert, describe } from "@effect/vitest"
import { InvalidInput } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { Effect } from "effect"
import { caller, makeApp, makeAskedApp, unknownUuid, uuid } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { test } from "../../../core/test/Suite.ts"

const path = `/v1/contacts/${uuid}/custom-fields`
const values = { size: 41, tags: ["red"] }

/** An application whose contact has these values, and what it was asked for. */
const answering = makeAskedApp((answer) => ({
  contactValues: { get: answer(values), replace: answer(values), update: answer(values) }
}))

describe("/v1/contacts/{contact_uuid}/custom-fields", () => {
  test("W2: returns all values; names in bodies are accepted in both cases, and keys are data", function* () {
    const { asked, send } = yield* answering
    const keys: unknown = JSON.parse('{"size":null,"shoeSize":[4],"__proto__":{"a":1},"constructor":"x"}')
    const requests: ReadonlyArray<readonly [method: string, status: number, json?: object]> = [
      ["GET", 200],
      ["POST", 201, { custom_field_uuid: unknownUuid, value: ["Red"] }],
      ["POST", 201, { customFieldUuid: unknownUuid.toUpperCase(), value: null }],
      ["PATCH", 200, { custom_fields: keys }],
      ["PATCH", 200, { customFields: {} }]
    ]
    for (const [method, status, json] of requests) {
      const answer = yield* send(method, path, { json })
      assert.deepStrictEqual([answer.status, answer.json], [status, { custom_fields: values }])
    }
    const cleared = yield* send("DELETE", `${path}/${unknownUuid}`)
    assert.deepStrictEqual([cleared.status, cleared.text], [204, ""])
    assert.deepStrictEqual(asked, [
      [caller, uuid],
      [caller, uuid, unknownUuid, ["Red"]],
      [caller, uuid, unknownUuid, null],
      [caller, uuid, keys],
      [caller, uuid, {}],
      [caller, uuid, unknownUuid, null]
    ])
  })

  const refused: ReadonlyArray<
    readonly [method: string, json: object, ...issues: ReadonlyArray<readonly [type: string, field: string]>]
  > = [
    ["POST", {}, ["missing", "custom_field_uuid"], ["missing", "value"]],
    ["POST", { custom_field_uuid: "size" }, ["uuid_parsing", "custom_field_uuid"], ["missing", "value"]],
    ["POST", { custom_field_uuid: null, value: null }, ["string_type", "custom_field_uuid"]],
    ["POST", { custom_field_uuid: uuid, customFieldUuid: uuid, value: 1 }, ["value_error", "custom_field_uuid"]],
    ["PATCH", { size: 1 }, ["missing", "custom_fields"]],
    ...[null, [], "size", 5].map(
      (custom_fields) => ["PATCH", { custom_fields }, ["dict_type", "custom_fields"]] as const
    ),
    ["PATCH", { custom_fields: {}, customFields: {} }, ["value_error", "custom_fields"]]
  ]
  test("W2, W4: reports every issue in a body", function* () {
    const { asked, send } = yield* answering
    for (const [method, json, ...issues] of refused) {
      const expected = issues.map(([type, field]) => [type, "body", field] as const)
      assert.deepStrictEqual(issuesOf(yield* send(method, path, { json })), expected)
    }
    assert.deepStrictEqual(asked, [])
  })

  test("F2, F5, W4: reports core's issues at the value's key, or at the request's single value", function* () {
    const issues = [issue("value_error", ["customFields", "a.b"], "cannot be changed")]
    const fail = () => Effect.fail(new InvalidInput({ issues }))
    const send = yield* makeApp({ contactValues: { replace: fail, update: fail } })
    const update = yield* send("PATCH", path, { json: { custom_fields: {} } })
    assert.deepStrictEqual(issuesOf(update), [["value_error", "body", "custom_fields.a.b"]])
    assert.include(update.text, '"msg":"cannot be changed"')
    const set = yield* send("POST", path, { json: { custom_field_uuid: uuid, value: 1 } })
    assert.deepStrictEqual(issuesOf(set), [["value_error", "body", "value"]])
    const clear = yield* send("DELETE", `${path}/${unknownUuid}`)
    assert.deepStrictEqual(issuesOf(clear), [["value_error", "path", "custom_field_uuid"]])
    for (const { text } of [set, clear]) assert.include(text, '"msg":"custom_fields.a.b cannot be changed"')
  })
})
