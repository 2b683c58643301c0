import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { actor, workspace } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { accepting, path } from "./Fixture.ts"

const fine = { email: "zoe@example.org" }
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

describe("rows that cannot have an outcome", () => {
  const wrong = {
    first_name: 5,
    last_name: true,
    external_contact_id: [],
    email: {},
    phone_number: 31_612_345_678,
    chatapp_id: false,
    socialmsg_id: 0,
    custom_fields: "none"
  }
  const fields = Object.keys(wrong)
  const typeOf = (field: string) => (field === "custom_fields" ? "dict_type" : "string_type")

  it.effect.each([5, null, "text", true, [], [fine]])("W4: a row that is %j is 422 dict_type", (row) =>
    Effect.gen(function* () {
      const { asked, send } = yield* accepting
      const answer = yield* send("POST", path, { json: { contacts: [fine, row, fine] } })
      assert.deepStrictEqual(issuesOf(answer), [["dict_type", "body", "contacts[1]"]])
      assert.deepStrictEqual(asked, [])
    })
  )

  it.effect("W3, W4: every value of a wrong type is named, with its row; those of the body too", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* accepting
      const json = {
        contacts: [fine, wrong, 5, { ...fine, email: 5 }],
        contact_list_uuid: "none",
        merge_type: "update"
      }
      assert.sameDeepMembers(
        [...issuesOf(yield* send("POST", path, { json }))],
        [
          ["uuid_parsing", "body", "contact_list_uuid"],
          ["missing", "body", "match_on_field"],
          ...fields.map((field) => [typeOf(field), "body", `contacts[1].${field}`] as const),
          ["dict_type", "body", "contacts[2]"],
          ["string_type", "body", "contacts[3].email"]
        ]
      )
      assert.deepStrictEqual(asked, [])
    })
  )

  it.effect("I3, W4: a rule of the body that can be read is named beside the rows", () =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      const answer = yield* send("POST", path, { json: { contacts: [5], merge_type: "update" } })
      assert.deepStrictEqual(issuesOf(answer), [
        ["missing", "body", "match_on_field"],
        ["dict_type", "body", "contacts[0]"]
      ])
      const none = yield* send("POST", path, { json: { contacts: [], match_on_field: 5, contactListUuid: 5 } })
      assert.sameDeepMembers(
        [...issuesOf(none)],
        [
          ["string_type", "body", "contact_list_uuid"],
          ["enum", "body", "match_on_field"],
          ["too_short", "body", "contacts"]
        ]
      )
    })
  )

  it.effect("W2: both spellings of a field in one row are 422, even if they agree; in two rows they are not", () =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      const both = { first_name: "a", firstName: "a", customFields: {}, custom_fields: {} }
      const answer = yield* send("POST", path, { json: { contacts: [fine, fine, fine, both] } })
      assert.deepStrictEqual(issuesOf(answer), [
        ["value_error", "body", "contacts[3].first_name"],
        ["value_error", "body", "contacts[3].custom_fields"]
      ])
      const contacts = [{ phone_number: "1" }, { phoneNumber: "2" }]
      assert.strictEqual((yield* send("POST", path, { json: { contacts } })).status, 202)
    })
  )

  it.effect("W4: all issues of 1,000 rows are reported, and each has its own row", () =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      const answer = yield* send("POST", path, { json: { contacts: Array.from({ length: 1_000 }, () => wrong) } })
      const places = issuesOf(answer).map(([type, , field]) => `${type} ${field}`)
      const expected = Array.from({ length: 1_000 }, (_, n) =>
        fields.map((field) => `${typeOf(field)} contacts[${n}].${field}`)
      )
      assert.sameMembers([...places], expected.flat())
    })
  )

  it.effect("U+0000 and lone surrogates are 422 with their places, wherever in a row they are", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* accepting
      const bad = '{"email":"a\\u0000","custom_fields":{"said":"\\ud800","a\\u0000":1},"ignored":[{"deep":"\\udfff"}]}'
      const answer = yield* send("POST", path, { body: `{"contacts":[{"email":"a@b.c"},${bad}]}` })
      assert.sameDeepMembers(
        [...issuesOf(answer)],
        [
          ["value_error", "body", "contacts[1].email"],
          ["value_error", "body", "contacts[1].custom_fields.said"],
          ["value_error", "body", "contacts[1].custom_fields"],
          ["value_error", "body", "contacts[1].ignored[0].deep"]
        ]
      )
      assert.deepStrictEqual(asked, [])
      const body = '{"contacts":[{"email":"\\ud83d\\ude00"}]}'
      assert.strictEqual((yield* send("POST", path, { body })).status, 202)
    })
  )

  it.effect("numbers that no double holds are 422 with their places: they could not be given back", () =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      const body = '{"contacts":[{"custom_fields":{"n":1e400,"m":[1e308]},"ignored":[-1e999,0]}]}'
      assert.sameDeepMembers(
        [...issuesOf(yield* send("POST", path, { body }))],
        [
          ["value_error", "body", "contacts[0].custom_fields.n"],
          ["value_error", "body", "contacts[0].ignored[0]"]
        ]
      )
    })
  )

  it.effect.each([70, 5_000, 200_000])("a nesting of %i levels is 422 and no overflow", (depth) =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      for (const name of ["custom_fields", "ignored"]) {
        const body = `{"contacts":[{"email":"a@b.c"},{"${name}":{"a":${nested(depth)}}}]}`
        const [issue, ...more] = issuesOf(yield* send("POST", path, { body }))
        assert.deepStrictEqual(more, [])
        assert.match(issue?.[2] ?? "", new RegExp(`^contacts\\[1\\]\\.${name}\\.a\\[0\\]`))
      }
    })
  )

  it.effect("a row of more than 20,000 values is 422, and issues beyond 20,000 are counted", () =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      const many = yield* send("POST", path, { json: { contacts: [fine, { ignored: Array(20_001).fill(1) }] } })
      assert.deepStrictEqual(issuesOf(many), [["too_long", "body", "contacts[1]"]])
      const row = { ...fine, ignored: Array(30).fill("\0") }
      const answer = yield* send("POST", path, { json: { contacts: Array.from({ length: 1_000 }, () => row) } })
      assert.strictEqual(issuesOf(answer).length, 20_001)
      assert.deepStrictEqual(issuesOf(answer).at(-1), ["too_many", "body", ""])
      assert.include(answer.text, "and 10000 more issues")
    })
  )

  it.effect("__proto__ and constructor are names like others: nothing is merged, and nothing is lost", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* accepting
      const row =
        '{"__proto__":{"email":"x"},"constructor":{"prototype":{}},"email":"a@b.c",' +
        '"custom_fields":{"__proto__":{"polluted":true},"constructor":null,"toString":1}}'
      assert.strictEqual((yield* send("POST", path, { body: `{"__proto__":{},"contacts":[${row}]}` })).status, 202)
      const customFields: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":null,"toString":1}')
      const original: unknown = JSON.parse(row)
      const rows = [{ fields: { email: "a@b.c" }, customFields, original }]
      const request = { contacts: rows, matchOnField: null, mergeType: "create_or_update", contactListUuid: null }
      assert.deepStrictEqual(asked, [[{ workspace, actor }, request]])
      assert.strictEqual(JSON.stringify(original), row)
      assert.isUndefined(Reflect.get({}, "polluted"))
    })
  )
})
