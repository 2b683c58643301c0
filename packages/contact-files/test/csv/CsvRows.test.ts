import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { stringify } from "csv-stringify/sync"
import type { SourceRow } from "../../src/rows/SourceRow.ts"
import { Result } from "effect"
import { readMap } from "../../src/csv/ColumnMap.ts"
import { FileRefused } from "../../src/file/FileRefused.ts"
import { type CsvHeader, type CsvOptions, csvRows } from "../../src/csv/CsvRows.ts"
import { file, readingsOf, refusalOf } from "../Bytes.ts"
import { format } from "../values/Format.ts"

const definitions = [
  { field_key: "score", field_type: "number:decimal", name: "The score" },
  { field_key: "vip", field_type: "checkbox", name: "The vip" },
  { field_key: "tags", field_type: "multiselect", name: "The tags" }
] as const

/** The header of a file, and of each row its number and what is sent of it, or why nothing is. */
const read = async (text: string, options: Partial<CsvOptions> = {}, piece?: number) => {
  const headers: Array<CsvHeader> = []
  const rows: Array<SourceRow> = []
  const all: CsvOptions = { definitions, delimiter: ",", empty: "keep", format, rules: [], ...options }
  for await (const part of csvRows(file(text, piece), all)) {
    if (part._tag === "Header") headers.push(part.header)
    else rows.push(...part.rows)
  }
  return { header: headers[0], rows: readingsOf(rows) }
}

const refusal = (text: string, piece?: number) => refusalOf(read(text, {}, piece))

describe("messy CSV", () => {
  it("a byte order mark, line ends of every kind, quotes, line ends and delimiters in cells, blank lines and rows are read", async () => {
    const text =
      '\ufeffemail,"first_name",last_name\r\n' +
      'a@x.org,"Ann ""A""","Lee, jr."\n' +
      "\r\n" +
      'b@x.org,"two\r\nlines",Peter "Pit" M\r\n' +
      "  ,  ,\n" +
      'c@x.org, "spaced" ,x\r' +
      "d@x.org,,"
    for (const piece of [1, 3, 64, 4_096]) {
      const { rows } = await read(text, {}, piece)
      assert.deepStrictEqual(rows, [
        [1, { email: "a@x.org", first_name: 'Ann "A"', last_name: "Lee, jr." }],
        [2, { email: "b@x.org", first_name: "two\r\nlines", last_name: 'Peter "Pit" M' }],
        [3, { email: "c@x.org", first_name: "spaced", last_name: "x" }],
        [4, { email: "d@x.org" }]
      ])
    }
  })

  it("missing cells of short rows are ignored, long rows fail with their line", async () => {
    const { rows } = await read('email,first_name\n"a\n@x.org"\nb@x.org,Bo,,\nc@x.org,Cy,,more\n')
    assert.deepStrictEqual(rows, [
      [1, { email: "a\n@x.org" }],
      [2, { email: "b@x.org", first_name: "Bo" }],
      [3, "line 5 has 4 cells, and the header has 2"]
    ])
  })

  it("any rows written as CSV are read unchanged", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", ";", "é", " ") })
    const samples = fc.tuple(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), fc.integer({ min: 1, max: 50 }))
    for (const [cells, piece] of fc.sample(samples, 100)) {
      const text = stringify([["email", "first_name"], ...cells.map(([a, b]) => [`x${a}x`, `x${b}x`])])
      const { rows } = await read(text, {}, piece)
      assert.deepStrictEqual(
        rows,
        cells.map(([a, b], at) => [at + 1, { email: `x${a}x`, first_name: `x${b}x` }])
      )
    }
  })

  it("an unclosed quote is rejected with the line in which its row begins", async () => {
    const before = 'email\r\n"two\r\nlines"\r\n\r\n'
    assert.strictEqual(
      await refusal(`${before}"open\nx@x.org\n`),
      "people.csv: line 5: a quoted cell begins in this row, and its closing quote is missing"
    )
    assert.strictEqual(
      await refusal(`${before}"open\n${"x@x.org\n".repeat(200_000)}`, 65_536),
      "people.csv: line 5: this row is longer than 1 MiB; is a closing quote missing?"
    )
  })

  it("I12: unreadable quotes fail only their row, and are reported with their line", async () => {
    const why = 'a quoted cell goes on after its closing quote; a quote inside of it is written twice: "say ""hello"""'
    const text =
      'email,first_name\r\nv1@x.org,"Bob "Bobby" B"\r\n"two\r\nlines@x.org",Di\r\n' +
      'v3@x.org,"Text in \\"Quotes\\""\r\nv4@x.org,"x\ny "z" z"\nv5@x.org,Cy\nv6@x.org,"a "b" c"'
    for (const piece of [1, 3, 16, 4_096]) {
      const { rows } = await read(text, {}, piece)
      assert.deepStrictEqual(rows, [
        [1, `line 2: ${why}`],
        [2, { email: "two\r\nlines@x.org", first_name: "Di" }],
        [3, `line 5: ${why}`],
        [4, `line 6: ${why}`],
        [5, { email: "v5@x.org", first_name: "Cy" }],
        [6, `line 9: ${why}`]
      ])
    }
  })

  it("I12: the line that names the delimiter for spreadsheets is no header, and sets the delimiter", async () => {
    assert.deepStrictEqual((await read("sep=;\r\nemail;first_name\na@x.org;A,B\n", { delimiter: null }, 64)).rows, [
      [1, { email: "a@x.org", first_name: "A,B" }]
    ])
  })

  it("an error suggests another delimiter, which can be set", async () => {
    assert.strictEqual(
      await refusal("email;first_name\na@x.org;A\n"),
      'people.csv: line 1: another delimiter than "," seems to separate the columns'
    )
    const { rows } = await read("email;first_name\na@x.org;A,B\n", { delimiter: ";" })
    assert.deepStrictEqual(rows, [[1, { email: "a@x.org", first_name: "A,B" }]])
  })

  it.each<readonly [header: string, delimiter: string]>([
    ["Name;E-Mail;Umsatz (netto, EUR);Handy", ";"],
    ["A\tB,C\tD", "\t"],
    ["email,first;b,c;d", ","],
    ["x,y;z", ","]
  ])("I13: the columns of %j are separated by the delimiter that makes more of them", async (header, delimiter) => {
    const error: unknown = await read(`${header}\n`, { delimiter: null }).catch((error: unknown) => error)
    const best = error instanceof FileRefused && error.readings[0]?.value
    assert.strictEqual(best || ",", delimiter)
  })

  it("I13: a table with one delimiter is read with it, or it is suggested first, whatever the columns' names", async () => {
    const columns = fc.uniqueArray(fc.constantFrom("email", "Mail", "Ort", "Handy privat", "x", "City", "Notes"), {
      minLength: 2
    })
    const files = fc.record({ columns, delimiter: fc.constantFrom(",", ";", "\t", "|"), rows: fc.nat(3) })
    await fc.assert(
      fc.asyncProperty(files, async ({ columns, delimiter, rows }) => {
        const lines = [columns, ...Array.from({ length: rows }, () => columns.map((_, at) => `v${at}`))]
        const text = lines.map((cells) => cells.join(delimiter)).join("\n")
        const error: unknown = await read(text, { delimiter: null }).catch((error: unknown) => error)
        const best = error instanceof FileRefused && error.readings[0]?.value
        assert.strictEqual(best || ",", delimiter)
      })
    )
  })

  it("I13: a first row of values is not a header, and is read as a row on request", async () => {
    const text = "Ada,+49 151 1234567,ada@gmail.org\n"
    const error: unknown = await read(text).catch((error: unknown) => error)
    assert.deepInclude(error, {
      message: `people.csv: line 1 has values such as "+49 151 1234567" instead of column names. Add a first line with the names`,
      readings: [{ option: "no-header", value: "", reads: "columns A, B, C; add --map 'B=phone_number,C=email'" }]
    })
    const rules = Result.getOrThrow(readMap("B=phone_number,c=email", []))
    const { header, rows } = await read(text, { hasHeader: false, rules })
    assert.deepStrictEqual(header?.columns, ["A", "B", "C"])
    assert.deepStrictEqual(rows, [[1, { phone_number: "+49 151 1234567", email: "ada@gmail.org" }]])
  })

  it("an empty file is rejected", async () => {
    assert.strictEqual(await refusal("\ufeff\n\n"), "people.csv: the file is empty and needs a header")
  })
})

describe("cells", () => {
  const header = "email,custom_fields.score,custom_fields.vip,custom_fields.tags\n"

  it("F2: become their field's values, and stay strings if the field cannot parse them", async () => {
    const { rows } = await read(
      `${header}a@x.org,-1.50,TRUE, red | green |\nb@x.org,1e3,false,red\nc@x.org,many,perhaps,\nd@x.org,1e999,,\n`
    )
    assert.deepStrictEqual(rows, [
      [1, { email: "a@x.org", custom_fields: { score: -1.5, vip: true, tags: ["red", "green"] } }],
      [2, { email: "b@x.org", custom_fields: { score: 1_000, vip: false, tags: ["red"] } }],
      [3, { email: "c@x.org", custom_fields: { score: "many", vip: "perhaps" } }],
      [4, { email: "d@x.org", custom_fields: { score: "1e999" } }]
    ])
  })

  it("change nothing if they are empty, unless empty cells clear", async () => {
    const text = `${header}a@x.org,,,\n,1\n`
    assert.deepStrictEqual((await read(text)).rows, [
      [1, { email: "a@x.org" }],
      [2, { custom_fields: { score: 1 } }]
    ])
    assert.deepStrictEqual((await read(text, { empty: "clear" })).rows, [
      [1, { email: "a@x.org", custom_fields: { score: null, vip: null, tags: null } }],
      [2, { email: null, custom_fields: { score: 1 } }]
    ])
  })

  it("with a character that no store keeps fail only their row", async () => {
    const { rows } = await read("email,first_name\na\0@x.org,A\nb@x.org,\\u0000\n")
    assert.deepStrictEqual(rows, [
      [1, "the row must not contain U+0000 or a lone surrogate"],
      [2, { email: "b@x.org", first_name: "\\u0000" }]
    ])
  })

  it("in a row that is larger than a request fail only the row", async () => {
    const { rows } = await read(`email,first_name\na@x.org,${"x".repeat(800 * 1024)}\nb@x.org,B\n`, {}, 65_536)
    assert.deepStrictEqual(rows, [
      [1, "the row is larger than 768 KiB"],
      [2, { email: "b@x.org", first_name: "B" }]
    ])
  })
})
