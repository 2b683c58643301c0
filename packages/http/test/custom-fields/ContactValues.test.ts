import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { importAll, rowsOf } from "../imports/Fixture.ts"
import { define, newContactPath, valuesOf, whole } from "./Fixture.ts"

const noContact = envelope("contacts", "404 NOT FOUND", `There is no contact ${unknownUuid}.`)
const noField = envelope("contacts", "404 NOT FOUND", `There is no custom field ${unknownUuid}.`)

/** A workspace with two fields, one of which the contact has a value for. */
const made = Effect.gen(function* () {
  const { fresh, send } = yield* TestApp
  const token = yield* fresh
  const size = yield* define(token, "number:integer", { field_key: "size" })
  const tags = yield* define(token, "multiselect", { field_key: "tags", select_options: ["Red", "Green"] })
  const contact = yield* newContactPath(token, { size: 41 })
  return { token, send, size, tags, contact, path: `${contact}/custom-fields` }
})

layer(TestApp.layer)("/v1/contacts/{contact_uuid}/custom-fields", (it) => {
  describe("GET", () => {
    it.effect("answers 200 with the values that the contact has, by key", () =>
      Effect.gen(function* () {
        const { path, send, token } = yield* made
        const answer = yield* send("GET", path, { token })
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.json, { custom_fields: { size: 41 } })
        const bare = yield* newContactPath(token)
        assert.deepStrictEqual((yield* send("GET", `${bare}/custom-fields`, { token })).json, { custom_fields: {} })
      })
    )
  })

  describe("POST", () => {
    it.effect("W2: answers 201 with all values; the names of the body go in both cases", () =>
      Effect.gen(function* () {
        const { contact, path, send, size, tags, token } = yield* made
        const first = yield* send("POST", path, { token, json: { custom_field_uuid: tags.uuid, value: ["Green"] } })
        assert.strictEqual(first.status, 201)
        assert.deepStrictEqual(first.json, { custom_fields: { size: 41, tags: ["green"] } })
        const json = { customFieldUuid: size.uuid.toUpperCase(), value: 42 }
        const second = yield* send("POST", path, { token, json })
        assert.deepStrictEqual(second.json, { custom_fields: { size: 42, tags: ["green"] } })
        assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { size: 42, tags: ["green"] })
      })
    )

    it.effect(
      "F3: a contact keeps archived options that are sent back, by PATCH and by import too; no other gets them",
      () =>
        Effect.gen(function* () {
          const { send, tags, token } = yield* made
          const contact = yield* newContactPath(token, { tags: ["Red", "Green"] }, { email: "f3@example.org" })
          const definition = { ...whole, field_type: "multiselect", select_options: ["Green", "Blue"] }
          yield* send("PATCH", `/v1/custom-fields/${tags.uuid}`, { token, json: definition })

          const json = { custom_field_uuid: tags.uuid, value: ["red", "green"] }
          const same = yield* send("POST", `${contact}/custom-fields`, { token, json })
          assert.deepStrictEqual(same.json, { custom_fields: { tags: ["red", "green"] } })
          const patched = yield* send("PATCH", contact, { token, json: { custom_fields: { tags: ["Red", "blue"] } } })
          assert.deepStrictEqual([patched.status, valuesOf(patched.json)], [200, { tags: ["red", "blue"] }])
          const at = yield* importAll(token, {
            contacts: [
              { email: "f3@example.org", custom_fields: { tags: ["Red"] } },
              { email: "other@example.org", custom_fields: { tags: ["Red"] } }
            ],
            match_on_field: "email"
          })
          assert.deepStrictEqual(
            (yield* rowsOf(token, at)).map(({ outcome, reason }) => [outcome, reason]),
            [
              ["updated", null],
              ["failed", "archived_option"]
            ]
          )
          assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { tags: ["red"] })
        })
    )

    it.effect("F2: null clears the value, also one that is not there", () =>
      Effect.gen(function* () {
        const { path, send, size, token } = yield* made
        for (const _ of ["first", "again"]) {
          const answer = yield* send("POST", path, { token, json: { custom_field_uuid: size.uuid, value: null } })
          assert.deepStrictEqual([answer.status, answer.json], [201, { custom_fields: {} }])
        }
      })
    )

    it.effect("W4: a missing value is 422, and so is a missing or malformed uuid", () =>
      Effect.gen(function* () {
        const { path, send, size, token } = yield* made
        const issues = (json: object) => Effect.map(send("POST", path, { token, json }), issuesOf)
        assert.deepStrictEqual(yield* issues({ custom_field_uuid: size.uuid }), [["missing", "body", "value"]])
        assert.deepStrictEqual(yield* issues({ value: 1 }), [["missing", "body", "custom_field_uuid"]])
        assert.deepStrictEqual(yield* issues({}), [
          ["missing", "body", "custom_field_uuid"],
          ["missing", "body", "value"]
        ])
        assert.deepStrictEqual(yield* issues({ custom_field_uuid: "size" }), [
          ["uuid_parsing", "body", "custom_field_uuid"],
          ["missing", "body", "value"]
        ])
        assert.deepStrictEqual(yield* issues({ custom_field_uuid: null, value: null }), [
          ["string_type", "body", "custom_field_uuid"]
        ])
        assert.deepStrictEqual(yield* issues({ custom_field_uuid: size.uuid, customFieldUuid: size.uuid, value: 1 }), [
          ["value_error", "body", "custom_field_uuid"]
        ])
      })
    )

    it.effect("F2, W4: a value that the field does not take is 422 at value, and the message names the key", () =>
      Effect.gen(function* () {
        const { path, send, size, token } = yield* made
        const answer = yield* send("POST", path, { token, json: { custom_field_uuid: size.uuid, value: "41" } })
        assert.deepStrictEqual(issuesOf(answer), [["value_error", "body", "value"]])
        assert.include(answer.text, '"msg":"custom_fields.size must be an integer')
        assert.deepStrictEqual(valuesOf((yield* send("GET", path, { token })).json), { size: 41 })
      })
    )

    it.effect("answers 404 for a contact and for a field that do not exist", () =>
      Effect.gen(function* () {
        const { path, send, size, token } = yield* made
        const none = `/v1/contacts/${unknownUuid}/custom-fields`
        const contact = yield* send("POST", none, { token, json: { custom_field_uuid: size.uuid, value: "wrong" } })
        assert.deepStrictEqual([contact.status, contact.json], [404, noContact])
        const field = yield* send("POST", path, { token, json: { custom_field_uuid: unknownUuid, value: 1 } })
        assert.deepStrictEqual([field.status, field.json], [404, noField])
      })
    )
  })

  describe("PATCH", () => {
    it.effect("W2: answers 200 with all values; null clears one, the others stay", () =>
      Effect.gen(function* () {
        const { path, send, token } = yield* made
        const first = yield* send("PATCH", path, { token, json: { custom_fields: { tags: ["Red", "Green"] } } })
        assert.strictEqual(first.status, 200)
        assert.deepStrictEqual(first.json, { custom_fields: { size: 41, tags: ["red", "green"] } })
        const second = yield* send("PATCH", path, { token, json: { customFields: { size: null } } })
        assert.deepStrictEqual(second.json, { custom_fields: { tags: ["red", "green"] } })
        const third = yield* send("PATCH", path, { token, json: { custom_fields: {} } })
        assert.deepStrictEqual(third.json, second.json)
      })
    )

    it.effect("W4: custom_fields is required, and an object", () =>
      Effect.gen(function* () {
        const { path, send, token } = yield* made
        const issues = (json: object) => Effect.map(send("PATCH", path, { token, json }), issuesOf)
        assert.deepStrictEqual(yield* issues({ size: 1 }), [["missing", "body", "custom_fields"]])
        for (const custom_fields of [null, [], "size", 5]) {
          assert.deepStrictEqual(yield* issues({ custom_fields }), [["dict_type", "body", "custom_fields"]])
        }
        assert.deepStrictEqual(yield* issues({ custom_fields: {}, customFields: {} }), [
          ["value_error", "body", "custom_fields"]
        ])
      })
    )

    it.effect("F2, W4: every value that is wrong is named by its key, and none is written", () =>
      Effect.gen(function* () {
        const { path, send, token } = yield* made
        const custom_fields = { tags: ["Red"], size: 4.5, colour: "red", Size: 1, "a.b": null }
        assert.deepStrictEqual(issuesOf(yield* send("PATCH", path, { token, json: { custom_fields } })), [
          ["value_error", "body", "custom_fields.size"],
          ["value_error", "body", "custom_fields.colour"],
          ["value_error", "body", "custom_fields.Size"],
          ["value_error", "body", "custom_fields.a.b"]
        ])
        assert.deepStrictEqual(valuesOf((yield* send("GET", path, { token })).json), { size: 41 })
      })
    )
  })

  describe("DELETE /{custom_field_uuid}", () => {
    it.effect("answers 204 without a body, also where there is no value", () =>
      Effect.gen(function* () {
        const { path, send, size, token } = yield* made
        for (const _ of ["first", "again"]) {
          const answer = yield* send("DELETE", `${path}/${size.uuid}`, { token })
          assert.deepStrictEqual([answer.status, answer.text], [204, ""])
        }
        assert.deepStrictEqual((yield* send("GET", path, { token })).json, { custom_fields: {} })
      })
    )

    it.effect("answers 404 for a contact and for a field that do not exist", () =>
      Effect.gen(function* () {
        const { path, send, size, token } = yield* made
        const contact = yield* send("DELETE", `/v1/contacts/${unknownUuid}/custom-fields/${size.uuid}`, { token })
        assert.deepStrictEqual([contact.status, contact.json], [404, noContact])
        const field = yield* send("DELETE", `${path}/${unknownUuid}`, { token })
        assert.deepStrictEqual([field.status, field.json], [404, noField])
      })
    )

    it.effect("W4: each part of the path that is no UUID is named", () =>
      Effect.gen(function* () {
        const { send, token } = yield* made
        assert.deepStrictEqual(issuesOf(yield* send("DELETE", "/v1/contacts/none/custom-fields/size", { token })), [
          ["uuid_parsing", "path", "contact_uuid"],
          ["uuid_parsing", "path", "custom_field_uuid"]
        ])
      })
    )
  })

  it.effect("a contact that does not exist is 404, a path that is no UUID 422", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      for (const sent of [
        { method: "GET" },
        { method: "PATCH", json: { custom_fields: {} } },
        { method: "PATCH", json: { custom_fields: { size: "wrong" } } }
      ]) {
        const missing = yield* send(sent.method, `/v1/contacts/${unknownUuid}/custom-fields`, {
          token,
          json: sent.json
        })
        assert.deepStrictEqual([missing.status, missing.json], [404, noContact])
        const malformed = yield* send(sent.method, "/v1/contacts/none/custom-fields", { token, json: sent.json })
        assert.deepStrictEqual(issuesOf(malformed), [["uuid_parsing", "path", "contact_uuid"]])
      }
    })
  )

  describe("a field that is not editable", () => {
    it.effect("F5: takes its value with a new contact; a change of it is 422 wherever it is asked for", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const { uuid } = yield* define(token, "text", { field_key: "origin", editable: false })
        const contact = yield* newContactPath(token, { origin: "fair" })
        const path = `${contact}/custom-fields`
        const custom_fields = { origin: "shop" }
        const refused = [
          [yield* send("PATCH", contact, { token, json: { custom_fields } }), "body", "custom_fields.origin"],
          [yield* send("PATCH", path, { token, json: { custom_fields } }), "body", "custom_fields.origin"],
          [
            yield* send("PATCH", path, { token, json: { custom_fields: { origin: null } } }),
            "body",
            "custom_fields.origin"
          ],
          [yield* send("POST", path, { token, json: { custom_field_uuid: uuid, value: "shop" } }), "body", "value"],
          [yield* send("DELETE", `${path}/${uuid}`, { token }), "path", "custom_field_uuid"]
        ] as const
        for (const [answer, place, at] of refused) {
          assert.deepStrictEqual(issuesOf(answer), [["value_error", place, at]])
          assert.include(answer.text, "cannot be changed after the contact was created")
        }
        assert.deepStrictEqual((yield* send("GET", path, { token })).json, { custom_fields: { origin: "fair" } })
        const late = yield* send("PATCH", yield* newContactPath(token), { token, json: { custom_fields } })
        assert.deepStrictEqual(issuesOf(late), [["value_error", "body", "custom_fields.origin"]])
      })
    )

    it.effect("F5: is no obstacle to a change that leaves it as it is", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        yield* define(token, "multiselect", { field_key: "origin", editable: false, select_options: ["Fair", "Shop"] })
        const contact = yield* newContactPath(token, { origin: ["Shop", "Fair"] })
        const json = { first_name: "Zoë", custom_fields: { origin: ["Shop", "fair"] } }
        const answer = yield* send("PATCH", contact, { token, json })
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(valuesOf(answer.json), { origin: ["shop", "fair"] })
      })
    )
  })
})
