import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { forImport, forSpreadsheet, unprotected } from "../../src/values/SpreadsheetText.ts"
import { optionNamed, optionText, readOptions } from "../../src/values/Options.ts"

const option = { field_key: "key", archived: false }

const options = ["VIP", "Lyon, Centre", "New York", "A|B"].map((display_label, n) => ({
  display_label,
  field_key: `key_${n}`,
  uuid: `0197a000-0000-7000-8000-00000000000${n}`,
  archived: false
}))

describe("I9: a cell's options", () => {
  it.each([
    ["VIP|New York", ["VIP", "New York"]],
    ["VIP;New York", ["VIP", "New York"]],
    ["VIP, New York", ["VIP", "New York"]],
    ["VIP ::: New York", ["VIP", "New York"]],
    ['["VIP","Lyon, Centre"]', ["VIP", "Lyon, Centre"]],
    ['"VIP","Lyon, Centre"', ["VIP", "Lyon, Centre"]],
    ["VIP, Lyon, Centre, New York", ["VIP", "Lyon, Centre", "New York"]],
    ["Lyon, Centre", ["Lyon, Centre"]],
    ["A|B", ["A|B"]],
    ["key_0, key_2", ["key_0", "key_2"]],
    ["new", ["new"]]
  ])("%s", (text, names) => assert.deepStrictEqual(readOptions(options, text, null), names))

  it.each([
    ["vip", "VIP"],
    [" Lyón, centre", "Lyon, Centre"],
    ["key_2", "key_2"],
    ["KEY_2", "New York"],
    ["new", undefined]
  ])("%s is the option %s", (text, name) => assert.strictEqual(optionNamed(options, text), name))

  it("that differ only by case are matched exactly", () => {
    const both = [...options, { ...option, display_label: "vip", uuid: "x" }]
    assert.deepStrictEqual(
      ["VIP", "vip", "Vip"].map((text) => optionNamed(both, text)),
      ["VIP", "vip", undefined]
    )
  })

  it("I11: are written so that they are read as the same options", () => {
    assert.strictEqual(optionText(options, ["key_0", "key_2"], "display_label"), "VIP|New York")
    assert.strictEqual(optionText(options, ["key_0", "key_3"], "field_key"), "key_0|key_3")
    assert.strictEqual(optionText(options, ["key_3"], "display_label"), "A|B")
    assert.strictEqual(optionText(options, ["key_3", "key_0"], "display_label"), "A|B|VIP")
    const parts = ["A", "B"].map((label) => ({
      ...option,
      display_label: label,
      field_key: label,
      uuid: `uuid ${label}`
    }))
    assert.strictEqual(optionText([...options, ...parts], ["A", "B"], "display_label"), "uuid A|uuid B")
  })

  it("are separated at the given separator", () => {
    assert.deepStrictEqual(readOptions(options, "VIP/New York, x", "/"), ["VIP", "New York, x"])
  })
})

describe("I11: a string in a spreadsheet", () => {
  it.each(["00123", "4915110000031", "1e5", "1-2", "12:30", "1 Jan", "MARCH1", "5 PM", "TRUE", "5 €", "=1+1", "#N/A"])(
    "%s is marked, and nothing else is marked",
    (text) => assert.strictEqual(forSpreadsheet(text), `'${text}`)
  )

  it.each(["42", "12345678901", "A1", "May", "Zoë", "0197a000-0000-7000-8000-00000000000a", "'t Hooft", ""])(
    "%s is not marked",
    (text) => assert.strictEqual(forSpreadsheet(text), text)
  )

  it("with a marked formula is read as the string", () => {
    assert.deepStrictEqual(['="00123"', '="say ""hi"""', "=1+1", '\'="x"'].map(unprotected), [
      "00123",
      'say "hi"',
      "=1+1",
      '="x"'
    ])
  })

  it("starts no formula, and is read back unchanged from either export", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "a", "1", "\t", '"', "0", "e") }),
        (text) => {
          assert.notMatch(forSpreadsheet(text), /^[=+\-@\t\r]/)
          assert.strictEqual(unprotected(forSpreadsheet(text)), text)
          assert.strictEqual(unprotected(forImport(text)), text)
        }
      )
    )
  })
})
