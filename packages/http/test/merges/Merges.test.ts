import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

suite(TestApp.layer)("merges", (test) => {
  const newPair = Effect.gen(function* () {
    const { ours: token, send } = yield* TestApp
    const create = (json: object) => send("POST", "/v1/contacts", { token, json })
    const survivor = (yield* create({ first_name: "Ada", email: "ada@example.org" })).json
    const from = (yield* create({ first_name: "Augusta", phone_number: "+49 170 1" })).json
    const path = `/v1/contacts/${uuidOf(survivor).uuid}`
    return { from, merge: `${path}/merge`, path, send, survivor, token, uuid: uuidOf(from).uuid }
  })

  test("M1, M2, M4, W2: contacts are merged with names in either case, found by both uuids, and separated again", function* () {
    const { from, merge, path, send, survivor, token, uuid } = yield* newPair
    const keep = { first_name: "from", phoneNumber: "from" }
    const answer = yield* send("POST", merge, { token, json: { from: uuid, keep } })
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(answer.json, {
      uuid: uuidOf(survivor).uuid,
      first_name: "Augusta",
      email: "ada@example.org",
      phone_number: "+49 170 1"
    })
    assert.deepStrictEqual((yield* send("GET", `/v1/contacts/${uuid}`, { token })).json, answer.json)
    yield* send("PATCH", path, { token, json: { last_name: "Lovelace" } })
    const refused = yield* send("POST", `${merge}/undo`, { token, json: {} })
    assert.deepStrictEqual(
      [refused.status, refused.json],
      [
        409,
        {
          error: {
            message: "409 CONFLICT",
            details: `The merge of ${uuid} cannot be undone, because the contact has changed since then: fields.`
          }
        }
      ]
    )
    yield* send("PATCH", path, { token, json: { last_name: null } })
    const undone = yield* send("POST", `${merge}/undo`, { token, json: { from: uuid } })
    assert.strictEqual(undone.status, 200)
    const restored = (yield* send("GET", `/v1/contacts/${uuid}`, { token })).json
    assert.deepStrictEqual(undone.json, { contact: (yield* send("GET", path, { token })).json, restored })
    assert.deepStrictEqual({ ...Object(restored), updated_at: null }, { ...Object(from), updated_at: null })
    assert.strictEqual((yield* send("POST", `${merge}/undo`, { token, json: {} })).status, 404)
  })

  test("W1, M5: duplicate contacts are listed in groups with the shared value", function* () {
    const { fresh, send } = yield* TestApp
    const token = yield* fresh
    const create = (json: object) => send("POST", "/v1/contacts", { token, json })
    const one = (yield* create({ phone_number: "+49 170 111111" })).json
    const other = (yield* create({ chatapp_id: "49170111111", external_contact_id: "x" })).json
    const list = (query: string) => send("GET", `/v1/contacts/duplicates?${query}`, { token })
    const group = { field: "phone_number", value: "49170111111", count: 2, contacts: [one, other] }
    for (const query of ["limit=1", "field=chatapp_id&limit=1"]) {
      assert.deepStrictEqual((yield* list(query)).json, {
        groups: [group],
        pagination: { limit: 1, offset: 0, total: 1, next: null }
      })
    }
    assert.deepInclude((yield* list("field=email")).json, { groups: [] })
    assert.deepStrictEqual(issuesOf(yield* list("field=first_name")), [["enum", "query", "field"]])
  })

  test("M1, W4: an invalid merge returns 422, and a missing contact 404", function* () {
    const { merge, send, survivor, token, uuid } = yield* newPair
    const issues = (json: object) => Effect.map(send("POST", merge, { token, json }), issuesOf)
    assert.deepStrictEqual(yield* issues({}), [["missing", "body", "from"]])
    assert.deepStrictEqual(yield* issues({ from: uuidOf(survivor).uuid }), [["value_error", "body", "from"]])
    const keep = { last_nam: "from", archived: "this" }
    assert.deepStrictEqual(yield* issues({ from: uuid, keep }), [
      ["value_error", "body", "keep.last_nam"],
      ["value_error", "body", "keep.archived"]
    ])
    const both = { last_name: "from", lastName: "this" }
    assert.deepStrictEqual(yield* issues({ from: uuid, keep: both }), [["value_error", "body", "keep.last_name"]])
    assert.strictEqual((yield* send("POST", merge, { token, json: { from: unknownUuid } })).status, 404)
  })
})
