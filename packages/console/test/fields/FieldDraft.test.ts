import { assert, describe, it } from "vitest"
import {
  definitionOf,
  moved,
  newField,
  offered,
  readField,
  type TypedOption,
  without,
  withLines
} from "../../src/fields/FieldDraft.ts"

const option = (id: string, change: Partial<TypedOption> = {}): TypedOption => ({
  id,
  known: true,
  label: id.toUpperCase(),
  archived: false,
  ...change
})
const options = [option("a"), option("b"), option("c", { archived: true }), option("1", { known: false, label: "New" })]

const labels = (given: ReadonlyArray<TypedOption>) => offered(given).map(({ label }) => label)

describe("a custom field form's input", () => {
  it("names known options by their uuids, new ones by their labels, and omits archived ones", () => {
    const { icon, select_options } = definitionOf({ ...newField, type: "select", options, icon: " " })
    assert.deepStrictEqual(select_options, [
      { uuid: "a", display_label: "A" },
      { uuid: "b", display_label: "B" },
      "New"
    ])
    assert.isNull(icon)
    assert.isNull(definitionOf({ ...newField, type: "text", options }).select_options)
  })

  it("makes an option of each pasted line, with unique marks", () => {
    const next = withLines(options, 0, "x\r\n\n y \nz")
    assert.deepStrictEqual(labels(next), ["A", "x", "y", "z", "B", "New"])
    assert.strictEqual(new Set(next.map(({ id }) => id)).size, next.length)
    assert.deepStrictEqual(labels(withLines([], -1, "")), [""])
  })

  it("archives a known option that is removed, and drops a new one", () => {
    assert.deepStrictEqual(without(options, "a")[0], option("a", { archived: true }))
    assert.deepStrictEqual(labels(without(options, "1")), ["A", "B"])
    assert.lengthOf(without(options, "1"), 3)
  })

  it("moves an option among the active ones", () => {
    assert.deepStrictEqual(labels(moved(options, "1", -1)), ["A", "New", "B"])
    assert.deepStrictEqual(labels(moved(options, "a", 1)), ["B", "A", "New"])
    assert.strictEqual(moved(options, "a", -1), options)
  })

  it("is read from a stored draft, and from nothing else", () => {
    const typed = { ...newField, name: "Plan", type: "select" as const, options }
    assert.deepStrictEqual(readField(JSON.parse(JSON.stringify(typed))), typed)
    assert.isUndefined(readField({ ...typed, type: "constructor" }))
    assert.isUndefined(readField({ ...typed, options: [{ id: "a" }] }))
  })
})
