import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

const Found = Schema.Struct({ contacts: Schema.Array(Schema.Struct({ uuid: Schema.String })) })
const Read = Schema.Struct({ broken: Schema.NullOr(Schema.Struct({ reason: Schema.String, detail: Schema.String })) })

suite(TestApp.layer)("G4, G6: segments over HTTP", (test) => {
  test("are named by filters under both names of the field, and refused with a sentence once they are broken", function* () {
    const { fresh, send } = yield* TestApp
    const token = yield* fresh
    const make = (path: string, json: object) =>
      Effect.map(send("POST", path, { token, json }), (answer) => uuidOf(answer.json).uuid)
    const field = yield* make("/v1/custom-fields", { name: "Shoe size", field_type: "number:integer" })
    const large = yield* newContact(token, { email: "a@b.c", custom_fields: { shoe_size: 44 } })
    const other = yield* newContact(token, { email: "d@e.f" })
    const filter = { field: "shoe_size", operator: "gte", value: 40, data_type: "long" }
    const segment = yield* make("/v1/segments", { name: "Large", search: { advanced_search: [filter] } })
    const named = (field: string, operator: string) => ({ advanced_search: [{ field, operator, value: segment }] })
    const found = (json: object) =>
      Effect.map(send("POST", "/v1/contacts/search", { token, json }), (answer) =>
        Schema.decodeUnknownSync(Found)(answer.json).contacts.map(({ uuid }) => uuid)
      )
    assert.deepStrictEqual(yield* found(named("segment_uuid", "equals")), [large])
    assert.deepStrictEqual(yield* found(named("segmentUuid", "not_equals")), [other])
    const outer = yield* make("/v1/segments", { name: "Others", search: named("segmentUuid", "not_equals") })
    const { json } = yield* send("GET", `/v1/segments/${outer}`, { token })
    assert.deepNestedInclude(json, { "search.advanced_search[0].field": "segment_uuid", broken: null })
    const itself = yield* send("PATCH", `/v1/segments/${segment}`, {
      token,
      json: { search: named("segment_uuid", "equals") }
    })
    assert.deepStrictEqual(issuesOf(itself), [["value_error", "body", "search.advanced_search[0].value"]])

    yield* send("DELETE", `/v1/custom-fields/${field}`, { token })
    const detail = 'The custom field "shoe_size", which a filter names, is archived.'
    const read = (uuid: string) =>
      Effect.map(send("GET", `/v1/segments/${uuid}`, { token }), (answer) =>
        Schema.decodeUnknownSync(Read)(answer.json)
      )
    assert.deepStrictEqual(yield* read(segment), { broken: { reason: "field_archived", detail } })
    const sentence = `The segment ${segment} cannot be evaluated: ${detail}`
    assert.deepStrictEqual(yield* read(outer), { broken: { reason: "segment_broken", detail: sentence } })
    const refused = yield* send("POST", "/v1/contacts/search", { token, json: named("segment_uuid", "not_equals") })
    assert.deepStrictEqual(issuesOf(refused), [["value_error", "body", "advanced_search[0].value"]])
    for (const [method, path, body] of [
      ["GET", "contacts", {}],
      ["POST", "contains", { json: { contact_uuid: large } }]
    ] as const) {
      const answer = yield* send(method, `/v1/segments/${outer}/${path}`, { token, ...body })
      assert.deepStrictEqual(issuesOf(answer), [["segment_broken", "path", "segment_uuid"]])
      assert.include(answer.text, sentence.slice(0, 40))
    }
  })
})
