import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type MapRule, readMap } from "../../src/csv/ColumnMap.ts"
import type { InputFile } from "../../src/file/InputFile.ts"
import type { SourceRow } from "../../src/rows/SourceRow.ts"
import { jsonRows } from "../../src/json/JsonRows.ts"
import { file, readingsOf, refusalOf } from "../Bytes.ts"
import { definitions as typed, format } from "../values/Format.ts"

const definitions = [{ field_key: "age", field_type: "number:integer", name: "The age" } as const, ...typed]

const rulesOf = (map: string) => Result.getOrThrow(readMap(map, definitions))

/** The rows of a file, and the names that are left out; `rows` takes what is read before a refusal too. */
const rowsOf = async (input: InputFile, rules: ReadonlyArray<MapRule>, rows: Array<SourceRow> = []) => {
  const left: Array<string> = []
  for await (const part of jsonRows(input, { definitions, rules, format })) {
    if (part._tag === "Unmapped") left.push(...part.names)
    else rows.push(...part.rows)
  }
  return { left, rows }
}

const read = async (text: string, map = "") => {
  const { left, rows } = await rowsOf(file(text), rulesOf(map))
  return { left, rows: readingsOf(rows) }
}

const tooMuch = "custom_fields.age is nested more than 32 deep, or has a number that is too large"

describe("a JSON list", () => {
  const list = '\ufeff [\r\n {"email":\n"a@x.org", "first_name":"[\\"]},"},\n {"email":"b@x.org"},{"email":3},{]'

  it("I2: gives a row for each item, on any number of lines, and an invalid item fails separately", async () => {
    for (const piece of [1, 5, 200]) {
      const { rows } = await rowsOf(file(`${list.slice(0, -1)} }, {"email":"c@x.org"} ]\n`, piece), [])
      assert.deepStrictEqual(readingsOf(rows).slice(0, 3), [
        [1, { email: "a@x.org", first_name: '["]},' }],
        [2, { email: "b@x.org" }],
        [3, "line 4: email must be a string or null"]
      ])
      assert.deepStrictEqual(
        rows.map(({ original }) => original._tag === "Line" && original.text),
        [
          '{"email":"a@x.org", "first_name":"[\\"]},"}',
          '{"email":"b@x.org"}',
          '{"email":3}',
          "{ }",
          '{"email":"c@x.org"}'
        ]
      )
    }
  })

  it.each<readonly [what: string, text: string, why: string]>([
    ["is cut off", '[{"email":"a@x.org"},\n', "line 2: the list has no end. The file may be cut off"],
    ["goes on after its end", '[{"email":"a@x.org"}]\n[]', "line 2: the list has ended before"],
    ["has a long item", `[\n"${"a".repeat(1_100_000)}"]`, "line 2: an item of the list is longer than 1 MiB"]
  ])("is rejected if it %s", async (...[, text, why]) => {
    assert.strictEqual(await refusalOf(rowsOf(file(text, 65_536), [])), `people.csv: ${why}`)
  })
})

describe("JSON Lines", () => {
  it("accept fields in either spelling and custom fields unchanged; null clears; unknown names are reported once", async () => {
    const { left, rows } = await read(
      '\ufeff{"email":"a@x.org","firstName":"Zoë","customFields":{"age":41}}\r\n' +
        "\n" +
        '{"phone_number":null,"custom_fields":{"__proto__":[1]},"size":1,"uuid":"x"}\n' +
        '{"Mail":"b@x.org","years":4,"size":2}',
      "Mail=email,years=custom_fields.age"
    )
    assert.deepStrictEqual(left, ["size"])
    assert.deepStrictEqual(rows, [
      [1, { email: "a@x.org", first_name: "Zoë", custom_fields: { age: 41 } }],
      [2, { phone_number: null, custom_fields: Object.fromEntries([["__proto__", [1]]]) }],
      [3, { email: "b@x.org", custom_fields: { age: 4 } }]
    ])
  })

  it.each<readonly [what: string, line: string, why: string]>([
    ["a list", "[1]", "the row is not a JSON object"],
    ["null", "null", "the row is not a JSON object"],
    ["a number for a text", '{"email":5}', "email must be a string or null"],
    ["both spellings", '{"firstName":"a","first_name":"b"}', "first_name is given twice"],
    ["a list of custom fields", '{"custom_fields":[]}', "custom_fields must be an object"],
    ["a value twice", '{"custom_fields":{"age":1},"customFields":{"age":2}}', "custom_fields.age is given twice"],
    ["a number that is none", '{"custom_fields":{"age":1e400}}', tooMuch],
    ["a deep value", `{"custom_fields":{"age":${"[".repeat(9_000)}${"]".repeat(9_000)}}}`, tooMuch],
    ["a lone surrogate", '{"custom_fields":{"\\ud800":1}}', "the row must not contain U+0000 or a lone surrogate"],
    ["an unknown field", '{"custom_fields.no":1}', '"custom_fields.no": the workspace has no custom field "no"']
  ])("I2: with %s fail only that row", async (...[, line, why]) => {
    const { rows } = await read(`{"email":"a@x.org"}\n${line}\n{"email":"b@x.org"}\n`)
    assert.deepStrictEqual(rows, [
      [1, { email: "a@x.org" }],
      [2, `line 2: ${why}`],
      [3, { email: "b@x.org" }]
    ])
  })

  const some = (count: number) => '{"email":"a@x.org"}\n'.repeat(count)

  it.each<readonly [what: string, text: string, readTwice: boolean, why: string]>([
    ["a file", some(2_000), true, "no line has"],
    ["what is read once", some(2), false, "no line has"],
    ["a long one that is read once", `${some(1_000)}{"years":4}\n`, false, "none of the first 1000 lines has"]
  ])("I12: of %s give no row if --map names missing members", async (...[, text, readTwice, why]) => {
    const input = file(text, 65_536)
    const rows: Array<SourceRow> = []
    const rules = rulesOf("email=email,years=custom_fields.age")
    const refused = await refusalOf(rowsOf({ ...input, size: readTwice ? input.size : null }, rules, rows))
    assert.strictEqual(refused, `people.csv: --map: ${why} "years"`)
    assert.deepStrictEqual(rows, [])
  })

  it("that are read once give every row in order once all names in --map have appeared", async () => {
    const input = { ...file(`${some(3)}{"years":4}\n${some(2)}`), size: null }
    const { rows } = await rowsOf(input, rulesOf("years=custom_fields.age"))
    assert.deepStrictEqual(
      rows.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6]
    )
    assert.deepStrictEqual(readingsOf(rows)[3], [4, { custom_fields: { age: 4 } }])
  })

  it("I9: contain strings read like CSV cells, using the other rows; lists by number, and an empty string clears", async () => {
    const { left, rows } = await read(
      '{"id":"1","properties":{"paid":"1.200,50","vip":"true","born":"1705276800000","tags":"Vip;Old"}}\n' +
        '{"mails":[{"value":"a@x.org"},{"value":"b@x.org"}],"custom_fields":{"paid":"1,5","born":"","tags":["Tres VIP"]}}\n' +
        '{"email":"c@x.org","custom_fields":{"paid":"1,234","born":"0000-00-00","tags":{"add":["Old"]}}}\n',
      "id=external_contact_id,properties.paid=custom_fields.paid,properties.vip=custom_fields.vip,properties.born=born,properties.tags=tags,mails.1.value=email"
    )
    assert.deepStrictEqual(left, [])
    assert.deepStrictEqual(rows, [
      [
        1,
        {
          external_contact_id: "1",
          custom_fields: { paid: 1200.5, vip: true, born: "2024-01-15", tags: ["VIP", "Old"] }
        }
      ],
      [2, { email: "b@x.org", custom_fields: { paid: 1.5, born: null, tags: ["Très VIP"] } }],
      [3, { email: "c@x.org", custom_fields: { paid: 1.234, born: null, tags: { add: ["Old"] } } }]
    ])
  })

  it("that are no JSON fail with the error", async () => {
    const { rows } = await read('{"email":}\n')
    assert.match(JSON.stringify(rows[0]), /"line 1: the row is not JSON: /)
  })

  it("of more than 1 MiB stop the reading with the line's number", async () => {
    const text = `{"email":"a@x.org"}\n\n"${"x".repeat(1_100_000)}`
    assert.strictEqual(
      await refusalOf(rowsOf(file(text, 65_536), [])),
      "people.csv: line 3: the line is longer than 1 MiB"
    )
  })
})
