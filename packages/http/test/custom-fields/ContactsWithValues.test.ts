import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, noIdentifier } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, foundOf, newContactPath, valuesOf } from "./Fixture.ts"

/** A workspace with three fields. */
const made = Effect.gen(function* () {
  const { fresh, send } = yield* TestApp
  const token = yield* fresh
  yield* define(token, "text", { field_key: "note" })
  yield* define(token, "number:integer", { field_key: "shoe_size" })
  const tags = yield* define(token, "multiselect", { field_key: "tags", select_options: ["Red", "Green"] })
  return { token, send, tags }
})

layer(TestApp.layer)("contacts with custom values", (it) => {
  it.effect("POST /v1/contacts answers 201 with them, in the form in which they are kept", () =>
    Effect.gen(function* () {
      const { send, tags, token } = yield* made
      const custom_fields = { note: "a", shoe_size: 41, tags: ["Red", tags.select_options?.[1]?.uuid] }
      const answer = yield* send("POST", "/v1/contacts", { token, json: { email: "a@b.c", custom_fields } })
      assert.strictEqual(answer.status, 201)
      assert.deepStrictEqual(valuesOf(answer.json), { note: "a", shoe_size: 41, tags: ["red", "green"] })
      const none = yield* send("POST", "/v1/contacts", {
        token,
        json: { email: "a@b.c", custom_fields: { note: null } }
      })
      assert.deepStrictEqual(valuesOf(none.json), {})
    })
  )

  it.effect("PATCH /v1/contacts/{uuid} changes the values that are given and no other, and null clears", () =>
    Effect.gen(function* () {
      const { send, token } = yield* made
      const path = yield* newContactPath(token, { note: "a", shoe_size: 41 })
      const patch = (json: object) =>
        Effect.map(send("PATCH", path, { token, json }), (answer) => valuesOf(answer.json))
      assert.deepStrictEqual(yield* patch({ first_name: "Zoë" }), { note: "a", shoe_size: 41 })
      assert.deepStrictEqual(yield* patch({ customFields: { tags: ["Green"] } }), {
        note: "a",
        shoe_size: 41,
        tags: ["green"]
      })
      assert.deepStrictEqual(yield* patch({ custom_fields: { note: null, shoe_size: 0 } }), {
        shoe_size: 0,
        tags: ["green"]
      })
      assert.deepStrictEqual(yield* patch({ custom_fields: null }), { shoe_size: 0, tags: ["green"] })
      assert.deepStrictEqual(yield* patch({ custom_fields: {} }), { shoe_size: 0, tags: ["green"] })
    })
  )

  it.effect("W2: keys inside custom_fields are data: camelCase is another key, and an unknown one", () =>
    Effect.gen(function* () {
      const { send, token } = yield* made
      const json = { email: "a@b.c", customFields: { shoeSize: 41, shoe_size: 42 } }
      const answer = yield* send("POST", "/v1/contacts", { token, json })
      assert.deepStrictEqual(issuesOf(answer), [["value_error", "body", "custom_fields.shoeSize"]])
      const both = { email: "a@b.c", customFields: {}, custom_fields: {} }
      assert.deepStrictEqual(issuesOf(yield* send("POST", "/v1/contacts", { token, json: both })), [
        ["value_error", "body", "custom_fields"]
      ])
    })
  )

  it.effect("C1, F2, W4: what is wrong with the fields and with the values is reported together", () =>
    Effect.gen(function* () {
      const { send, token } = yield* made
      const json = { first_name: "x".repeat(1_001), custom_fields: { shoe_size: "41", none: null, note: "a" } }
      const issues = [
        ["too_long", "body", "first_name"],
        ...noIdentifier,
        ["value_error", "body", "custom_fields.shoe_size"],
        ["value_error", "body", "custom_fields.none"]
      ]
      assert.deepStrictEqual<unknown>(issuesOf(yield* send("POST", "/v1/contacts", { token, json })), issues)
      const path = yield* newContactPath(token, { note: "kept" })
      const patched = yield* send("PATCH", path, { token, json: { ...json, email: null } })
      assert.deepStrictEqual<unknown>(issuesOf(patched), issues)
      assert.deepStrictEqual(valuesOf((yield* send("GET", path, { token })).json), { note: "kept" })
      const listed = yield* send("GET", "/v1/contacts", { token })
      assert.strictEqual(foundOf(listed.json).total, 1)
    })
  )

  it.effect("S10: a search sees a value as soon as its writing was answered, and not the one before", () =>
    Effect.gen(function* () {
      const { send, token } = yield* made
      const path = yield* newContactPath(token, { note: "before" }, { first_name: "Zoë" })
      const search = (value: string) =>
        Effect.map(
          send("POST", "/v1/contacts/search", {
            token,
            json: { advanced_search: [{ field: "note", operator: "equals", value }] }
          }),
          ({ json }) => foundOf(json).total
        )
      assert.deepStrictEqual([yield* search("before"), yield* search("after")], [1, 0])
      yield* send("PATCH", `${path}/custom-fields`, { token, json: { custom_fields: { note: "after" } } })
      assert.deepStrictEqual([yield* search("before"), yield* search("after")], [0, 1])
    })
  )

  it.effect("concurrent changes of different values of one contact are all kept", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const keys = Array.from({ length: 20 }, (_, index) => `key_${index}`)
      for (const field_key of keys) yield* define(token, "text", { field_key })
      const path = yield* newContactPath(token)
      const answers = yield* Effect.all(
        keys.map((key) => send("PATCH", `${path}/custom-fields`, { token, json: { custom_fields: { [key]: key } } })),
        { concurrency: "unbounded" }
      )
      for (const { status } of answers) assert.strictEqual(status, 200)
      const expected = Object.fromEntries(keys.map((key) => [key, key]))
      assert.deepStrictEqual<unknown>(valuesOf((yield* send("GET", path, { token })).json), expected)
    })
  )
})
