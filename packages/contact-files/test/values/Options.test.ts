import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { forImport, forSpreadsheet, unprotected } from "../../src/values/Formulas.ts"
import { readOptions } from "../../src/values/Options.ts"

const options = ["VIP", "Lyon, Centre", "New York", "A|B"].map((display_label, n) => ({
  display_label,
  field_key: `key_${n}`,
  uuid: `0197a000-0000-7000-8000-00000000000${n}`
}))

describe("I9: the options of a cell", () => {
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

  it("are apart where the given separator is", () => {
    assert.deepStrictEqual(readOptions(options, "VIP/New York, x", "/"), ["VIP", "New York, x"])
  })
})

describe("I11: a text in a spreadsheet", () => {
  it("begins no formula, and comes back as it was from either export", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "a", "1", "\t") }), (text) => {
        assert.notMatch(forSpreadsheet(text), /^[=+\-@\t\r]/)
        assert.strictEqual(unprotected(forSpreadsheet(text)), text)
        assert.strictEqual(unprotected(forImport(text)), text)
      })
    )
  })
})
