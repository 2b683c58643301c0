import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../TestApp.ts"
import { importOf, path, progressOf, rowsOf } from "./Fixture.ts"
import { suite } from "../../../core/test/Suite.ts"

const fine = { email: "zoe@example.org" }
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

/** Imports rows that are given as JSON, and applies them. Gives them, and how each ended. */
const imported = Effect.fnUntraced(function* (...contacts: ReadonlyArray<string>) {
  const { fresh, importRows, send } = yield* TestApp
  const token = yield* fresh
  const accepted = yield* send("POST", path, { token, body: `{"contacts":[${contacts.join()}]}` })
  assert.strictEqual(accepted.status, 202, accepted.text)
  yield* importRows
  const at = `${path}/${importOf(accepted.json)}`
  const rows = yield* rowsOf(token, at)
  const ends = rows.map(({ issues, outcome }) => [outcome, ...issues.map(({ field, type }) => `${type} ${field}`)])
  return { rows, ends, progress: yield* progressOf(token, at) }
})

suite(TestApp.layer)("rows with invalid types", (test) => {
  test.each([5, null, "text", true, [], [fine]])(
    "W4, I2: a row that is %j fails without affecting others, and is returned",
    function* (row) {
      const given = [fine, row, fine].map((one) => JSON.stringify(one))
      const { ends, progress, rows } = yield* imported(...given)
      assert.deepStrictEqual(ends, [["created"], ["failed", "dict_type "], ["created"]])
      assert.deepInclude(rows[1], { reason: "dict_type", error: "must be an object", contact_uuid: null, contact: row })
      assert.deepStrictEqual(progress, { status: "completed", total: 3, created: 2, skipped: 0, failed: 1 })
    }
  )

  test("I2, W3: every value of an invalid type is reported, and fails only its row, which is returned", function* () {
    const wrong = {
      first_name: 5,
      lastName: true,
      external_contact_id: [],
      email: {},
      phoneNumber: 31_612_345_678,
      chatapp_id: false,
      socialmsg_id: 0,
      customFields: "none"
    }
    const { ends, rows } = yield* imported(
      JSON.stringify(fine),
      JSON.stringify(wrong),
      JSON.stringify({ ...fine, email: 5 }),
      JSON.stringify({ ...fine, uuid: "none", contactListUuids: ["none"] }),
      JSON.stringify(fine)
    )
    const texts = [
      "first_name",
      "last_name",
      "external_contact_id",
      "email",
      "phone_number",
      "chatapp_id",
      "socialmsg_id"
    ]
    assert.deepStrictEqual(ends, [
      ["created"],
      ["failed", ...texts.map((field) => `string_type ${field}`), "dict_type custom_fields"],
      ["failed", "string_type email"],
      ["failed", "value_error uuid", "value_error contact_list_uuids[0]"],
      ["created"]
    ])
    assert.deepStrictEqual(rows[1]?.contact, wrong)
    assert.deepInclude(rows[2], { reason: "string_type", error: "email: must be a string" })
  })

  test("I2, W2: a row with both spellings of a field fails without affecting others, even if they agree", function* () {
    const both = { email: "a@b.c", first_name: "a", firstName: "a", customFields: {}, custom_fields: {} }
    const { ends, rows } = yield* imported(
      '{"phone_number":"4917000001"}',
      JSON.stringify(both),
      '{"phoneNumber":"4917000002"}'
    )
    const issues = ["value_error first_name", "value_error custom_fields"]
    assert.deepStrictEqual(ends, [["created"], ["failed", ...issues], ["created"]])
    assert.deepStrictEqual(rows[1]?.contact, both)
  })

  test("W4, I2: an unstorable string fails its row, at any place, and is returned with U+FFFD", function* () {
    const bad = '{"email":"a\\u0000","custom_fields":{"saidTo":"\\ud800","a\\u0000":1},"ignored":[{"deep":"\\udfff"}]}'
    const { ends, rows } = yield* imported(JSON.stringify(fine), bad, '{"email":"\\ud83d\\ude00"}')
    assert.deepStrictEqual([ends[0], ends[2]], [["created"], ["created", "unreadable_identifier email"]])
    assert.sameMembers(
      [...(ends[1] ?? [])],
      [
        "failed",
        "value_error email",
        "value_error custom_fields.saidTo",
        "value_error custom_fields",
        "value_error ignored[0].deep"
      ]
    )
    assert.deepStrictEqual(rows[1]?.contact, {
      email: "a\ufffd",
      custom_fields: { saidTo: "\ufffd", "a\ufffd": 1 },
      ignored: [{ deep: "\ufffd" }]
    })
  })

  test("W4, I2: a number out of range fails its row, and is returned as null", function* () {
    const { ends, rows } = yield* imported(
      '{"email":"a@b.c","custom_fields":{"n":1e400,"m":[1e308]},"ignored":[-1e999,0]}',
      JSON.stringify(fine)
    )
    assert.deepStrictEqual(ends[1], ["created"])
    assert.sameMembers([...(ends[0] ?? [])], ["failed", "value_error custom_fields.n", "value_error ignored[0]"])
    const kept = { email: "a@b.c", custom_fields: { n: null, m: [1e308] }, ignored: [null, 0] }
    assert.deepStrictEqual(rows[0]?.contact, kept)
  })

  test("W4, I2: a number that a double cannot represent is returned as a string with its digits", function* () {
    const row =
      '{"external_contact_id":9912140633506421123,"ignored":[0.12345678901234567890,-12345678901234567890,' +
      '1234567890123456000,0.1000000000000000000,9007199254740991,"99121406335064211234"]}'
    const { ends, rows } = yield* imported(row, JSON.stringify(fine))
    assert.deepStrictEqual(ends, [["failed", "string_type external_contact_id"], ["created"]])
    assert.deepStrictEqual(rows[0]?.contact, {
      external_contact_id: "9912140633506421123",
      ignored: [
        "0.12345678901234567890",
        "-12345678901234567890",
        1_234_567_890_123_456_000,
        0.1,
        9_007_199_254_740_991,
        "99121406335064211234"
      ]
    })
  })

  test.each([70, 5_000, 200_000])(
    "W4, I2: %i levels of nesting fail the row, which is not stored, without a stack overflow",
    function* (depth) {
      for (const name of ["custom_fields", "ignored"]) {
        const deep = `{"email":"a@b.c","${name}":{"a":${nested(depth)}}}`
        const { ends, rows } = yield* imported(JSON.stringify(fine), deep)
        assert.deepStrictEqual(ends[0], ["created"])
        assert.strictEqual(ends[1]?.length, 2)
        assert.match(ends[1]?.[1] ?? "", new RegExp(`^value_error ${name}\\.a\\[0\\]`))
        assert.isNull(rows[1]?.contact)
      }
    }
  )

  test("W4, I2: a row of more than 20,000 values fails without affecting others, and is not stored", function* () {
    const { ends, rows } = yield* imported(
      JSON.stringify(fine),
      JSON.stringify({ ...fine, ignored: Array(20_001).fill(1) })
    )
    assert.deepStrictEqual(ends, [["created"], ["failed", "too_long "]])
    assert.isNull(rows[1]?.contact)
  })

  test("__proto__ and constructor are ordinary names: nothing is merged or lost", function* () {
    const given = [
      '{"__proto__":{"email":"x"},"constructor":{"prototype":{}},"email":"a@b.c"}',
      '{"email":"b@c.d","custom_fields":{"__proto__":{"polluted":true},"toString":1,"shoeSize":null}}',
      '{"email":"\'; DROP TABLE contacts; --","first_name":"%_${x}","$.a[0]":{"":[null,1.5e-7,true]}}'
    ]
    const { ends, rows } = yield* imported(...given)
    const unknown = ["__proto__", "toString", "shoeSize"].map((key) => `unknown_field custom_fields.${key}`)
    assert.deepStrictEqual(ends, [["created"], ["failed", ...unknown], ["created", "unreadable_identifier email"]])
    assert.deepStrictEqual(
      rows.map(({ contact }) => JSON.stringify(contact)),
      given
    )
    assert.isUndefined(Reflect.get({}, "polluted"))
  })
})
