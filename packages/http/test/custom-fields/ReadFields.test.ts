import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, fieldOf, fieldsOf, newContactPath, path, valuesOf, whole } from "./Fixture.ts"

const missing = (uuid: string) => envelope("contacts", "404 NOT FOUND", `There is no custom field ${uuid}.`)

layer(TestApp.layer)("custom fields", (it) => {
  describe("GET /v1/custom-fields", () => {
    it.effect("lists the active definitions, oldest first, fifty at a time", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const empty = yield* send("GET", path, { token })
        assert.deepStrictEqual(empty.json, { custom_fields: [], pagination: { limit: 50, offset: 0, total: 0 } })
        const keys = Array.from({ length: 51 }, (_, index) => `key_${index}`)
        for (const field_key of keys) yield* define(token, "text", { field_key })
        assert.deepStrictEqual(fieldsOf((yield* send("GET", path, { token })).json), {
          keys: keys.slice(0, 50),
          total: 51
        })
        const last = yield* send("GET", `${path}?limit=1&offset=50`, { token })
        assert.deepStrictEqual(fieldsOf(last.json), { keys: ["key_50"], total: 51 })
        const all = yield* send("GET", `${path}?limit=100`, { token })
        assert.strictEqual(fieldsOf(all.json).keys.length, 51)
        const beyond = yield* send("GET", `${path}?offset=1000000`, { token })
        assert.deepStrictEqual(fieldsOf(beyond.json), { keys: [], total: 51 })
      })
    )

    it.effect.each([
      ["limit=0", "greater_than_equal", "limit"],
      ["limit=101", "less_than_equal", "limit"],
      ["limit=ten", "int_parsing", "limit"],
      ["limit=1&limit=1", "value_error", "limit"],
      ["offset=-1", "greater_than_equal", "offset"],
      ["offset=1000001", "less_than_equal", "offset"]
    ] as const)("W3, W4: ?%s is 422 %s", ([query, type, field]) =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        assert.deepStrictEqual(issuesOf(yield* send("GET", `${path}?${query}`, { token })), [[type, "query", field]])
      })
    )
  })

  describe("GET /v1/custom-fields/{custom_field_uuid}", () => {
    it.effect("answers 200 with what the creation answered", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const field = yield* define(token, "multiselect", { select_options: ["Red", "Green"], icon: "brush" })
        const answer = yield* send("GET", `${path}/${field.uuid.toUpperCase()}`, { token })
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(fieldOf(answer.json), field)
      })
    )

    it.effect("answers 404 for one that does not exist", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const answer = yield* send("GET", `${path}/${unknownUuid}`, { token })
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual(answer.json, missing(unknownUuid))
      })
    )
  })

  describe("DELETE /v1/custom-fields/{custom_field_uuid}", () => {
    it.effect("F7: answers 204 without a body; the definition then answers 404 everywhere and leaves the listing", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const kept = yield* define(token, "text")
        const { field_key, uuid } = yield* define(token, "text", { field_key: "gone" })
        const contact = yield* newContactPath(token, { gone: "a" })
        const archived = yield* send("DELETE", `${path}/${uuid}`, { token })
        assert.deepStrictEqual([archived.status, archived.text], [204, ""])

        const answers = [
          yield* send("GET", `${path}/${uuid}`, { token }),
          yield* send("PATCH", `${path}/${uuid}`, { token, json: whole }),
          yield* send("DELETE", `${path}/${uuid}`, { token }),
          yield* send("POST", `${contact}/custom-fields`, { token, json: { custom_field_uuid: uuid, value: "b" } }),
          yield* send("POST", `${contact}/custom-fields`, { token, json: { custom_field_uuid: uuid, value: null } }),
          yield* send("DELETE", `${contact}/custom-fields/${uuid}`, { token })
        ]
        for (const answer of answers) {
          assert.strictEqual(answer.status, 404)
          assert.deepStrictEqual(answer.json, missing(uuid))
        }
        assert.deepStrictEqual(fieldsOf((yield* send("GET", path, { token })).json), {
          keys: [kept.field_key],
          total: 1
        })
        assert.strictEqual(field_key, "gone")
      })
    )

    it.effect("F7: its values are hidden from the contact, and from search; writing one is 422", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        yield* define(token, "text", { field_key: "kept" })
        const { uuid } = yield* define(token, "text", { field_key: "gone" })
        const contact = yield* newContactPath(token, { kept: "a", gone: "b" })
        yield* send("DELETE", `${path}/${uuid}`, { token })

        const listed = yield* send("GET", "/v1/contacts", { token })
        assert.include(listed.text, '"custom_fields":{"kept":"a"}')
        for (const shown of [contact, `${contact}/custom-fields`]) {
          assert.deepStrictEqual(valuesOf((yield* send("GET", shown, { token })).json), { kept: "a" })
        }
        for (const json of [
          { advanced_search: [{ field: "gone", operator: "equals", value: "b" }] },
          { advanced_search: [{ field: "gone", operator: "not_exists" }] }
        ]) {
          const search = yield* send("POST", "/v1/contacts/search", { token, json })
          assert.deepStrictEqual(issuesOf(search), [["value_error", "body", "advanced_search[0].field"]])
        }
        const sorted = yield* send("POST", "/v1/contacts/search", { token, json: { sort_by: { field: "gone" } } })
        assert.deepStrictEqual(issuesOf(sorted), [["value_error", "body", "sort_by.field"]])
        for (const value of ["c", null]) {
          const answer = yield* send("PATCH", `${contact}/custom-fields`, {
            token,
            json: { custom_fields: { gone: value } }
          })
          assert.deepStrictEqual(issuesOf(answer), [["value_error", "body", "custom_fields.gone"]])
        }
        const changed = yield* send("PATCH", contact, { token, json: { custom_fields: { kept: "d" } } })
        assert.deepStrictEqual(valuesOf(changed.json), { kept: "d" })
      })
    )
  })

  for (const method of ["GET", "PATCH", "DELETE"]) {
    it.effect(`W4: ${method} of a path that is no UUID is 422 in: path`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        for (const part of ["none", "1", `${unknownUuid}0`, "%00", "__proto__"]) {
          const answer = yield* send(method, `${path}/${part}`, { token, ...(method === "PATCH" && { json: whole }) })
          assert.deepStrictEqual(issuesOf(answer), [["uuid_parsing", "path", "custom_field_uuid"]])
        }
      })
    )
  }
})
