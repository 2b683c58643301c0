import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

suite(TestApp.layer)("a sensitive field", (test) => {
  test("W9, F6: shows its values in no log line and in no error", function* () {
    const { log, ours: token, send } = yield* TestApp
    const secret = "4111-secret-1111"
    const define = (field_key: string, more: object) => {
      const json = { name: "Secret", field_key, field_type: "text", sensitive: true, ...more }
      return Effect.map(send("POST", "/v1/custom-fields", { token, json }), (answer) => uuidOf(answer.json).uuid)
    }
    const custom_field_uuid = yield* define("card", {})
    yield* define("pin", { field_type: "number:integer" })
    yield* define("once", { editable: false })
    const path = `/v1/contacts/${yield* newContact(token, { custom_fields: { card: secret, once: "first" } })}`
    assert.include((yield* send("GET", path, { token })).text, secret)
    const advanced_search = [{ field: "pin", operator: "equals", value: secret, data_type: "long" }]
    for (const [method, at, json] of [
      ["PATCH", path, { custom_fields: { pin: secret, once: secret, none: secret } }],
      ["POST", `${path}/custom-fields`, { custom_field_uuid, value: [secret] }],
      ["POST", "/v1/contacts", { custom_fields: { pin: secret } }],
      ["POST", "/v1/contacts/search", { advanced_search }]
    ] as const) {
      const { status, text } = yield* send(method, at, { token, json })
      assert.strictEqual(status, 422)
      assert.notInclude(text, secret)
    }
    assert.isAbove(log.length, 8)
    for (const line of log) assert.notInclude(line, secret)
  })
})
