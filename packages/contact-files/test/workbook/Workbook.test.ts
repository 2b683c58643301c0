import { assert, describe, it } from "@effect/vitest"
import { openWorkbook } from "../../src/workbook/OpenWorkbook.ts"
import { builtInFormat, formatOf, numberText } from "../../src/workbook/CellTexts.ts"
import { refusalOf } from "../Bytes.ts"
import { sourceOf, workbookOf, workbookParts, zipped } from "@rollcall/testing/workbooks"

const recordsOf = async (bytes: Buffer, sheet?: string) => {
  const book = await openWorkbook("people.xlsx", sourceOf(bytes))
  const records = []
  for await (const some of book.sheet(sheet).records ?? []) records.push(...some)
  return records.map(({ cells, line }) => [line, ...cells])
}

const codes = [
  "dd/mm/yyyy",
  "h:mm AM/PM",
  "0.0%",
  "00000",
  '#,##0.00 "kr. d"',
  "[h]:mm",
  "[$-407]d. mmm yyyy;@",
  "mm:ss.0"
]

const styles =
  `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', "&quot;")}"/>`).join("")}</numFmts>` +
  `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="167"/></cellXfs>`

describe("a workbook", () => {
  it("I13: has the strings, dates and numbers shown in its cells, and formulas' last values", async () => {
    const rows =
      '<row r="2"><c r="A2" t="inlineStr"><is><t>A&amp;B &#128038;</t></is></c><c r="C2" t="s"><v>0</v></c><c r="D2"/></row><row r="3"/>' +
      '<row r="7"><c r="A7" s="1"><v>28890</v></c><c r="B7" s="2"><v>28890.5</v></c><c r="C7"><v>4.91511000001E+11</v></c>' +
      '<c r="D7"><v>12345678901234567</v></c><c r="E7"><v>99.900000000000006</v></c><c r="F7" t="b"><v>1</v></c>' +
      '<c r="G7" t="str"><f>A1&amp;"x"</f><v> sum </v></c><c r="H7" s="3"><v>1234</v></c></row>'
    const shared = "<si><r><t>Zo</t></r><r><t>ë_x000A_x</t></r><rPh><t>aside</t></rPh></si>"
    const bytes = zipped(workbookParts({ First: rows }, { shared, styles }))
    assert.deepStrictEqual(await recordsOf(bytes), [
      [2, "A&B 🐦", "", "Zoë\nx"],
      [7, "1979-02-04", "1979-02-04 12:00:00", "491511000001", "12345678901234567", "99.9", "true", "sum", "01234"]
    ])
  })

  it("is read by a sheet's name, and otherwise from the first visible sheet", async () => {
    const row = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`
    const parts = workbookParts({ Old: row("old"), "A & B": row("new") })
    const hidden = parts["xl/workbook.xml"]?.replace('name="Old"', 'name="Old" state="hidden"') ?? ""
    const bytes = zipped({ ...parts, "xl/workbook.xml": hidden })
    assert.deepStrictEqual(await recordsOf(bytes), [[1, "new"]])
    assert.deepStrictEqual(await recordsOf(bytes, "Old"), [[1, "old"]])
    assert.strictEqual(
      await refusalOf(recordsOf(bytes, "New")),
      'people.xlsx: the workbook has no sheet "New". Its sheets are "A & B", "Old"'
    )
  })

  it("is rejected if it is cut off, is another archive, or isn't XML", async () => {
    const whole = workbookOf([["email"], ["a@x.org"]])
    const broken = { ...workbookParts({ A: "<row></c>" }) }
    for (const bytes of [
      whole.subarray(0, 900),
      zipped({ "readme.txt": "x" }),
      zipped(broken),
      zipped(workbookParts({}))
    ]) {
      const refused = await refusalOf(recordsOf(bytes))
      assert.match(refused, /^people\.xlsx: the file can't be read as a workbook: .+\. Save the table as CSV instead$/)
    }
  })
})

describe("a number", () => {
  it.each<readonly [code: string, value: string, text: string]>([
    ["dd/mm/yyyy", "1", "1900-01-01"],
    ["[$-407]d. mmm yyyy;@", "61", "1900-03-01"],
    ["h:mm AM/PM", "0.375", "09:00:00"],
    ["mm:ss.0", "0.5", "12:00:00"],
    ["[h]:mm", "1.25", "1.25"],
    ["0.0%", "0.19", "19%"],
    ["00000", "1234", "01234"],
    ['#,##0.00 "kr. d"', "1250.5", "1250.5"],
    ["Standard", "1.5E-7", "0.00000015"],
    ["General", "1E+21", "1000000000000000000000"],
    ["yyyy", "-1", "-1"]
  ])("in the format %s, %s is %s", (code, value, text) => {
    assert.strictEqual(numberText(value, formatOf(code), false), text)
  })

  it("counts days from 1904 if the workbook says so, and knows the built-in formats", () => {
    assert.strictEqual(numberText("0", builtInFormat(14), true), "1904-01-01")
    assert.strictEqual(numberText("0.5", builtInFormat(10), false), "50%")
  })
})
