import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { countTable, table } from "../../src/screen/Table.ts"
import { cut, widthOf } from "../../src/screen/Text.ts"

const text = fc.string({
  unit: fc.constantFrom("a", "b ", "é", "e\u0301", "三", "🐦", "👩‍👩‍👧", "\n", "\u001b[31m"),
  maxLength: 60
})

describe("a table", () => {
  it("is as wide as its text or the terminal, and all its lines are equally wide", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text, fc.nat().map(String)), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 200 }),
        (rows, width) => {
          const lines = table(
            [{ align: "left", title: "三" }, { align: "left" }, { align: "right" }],
            rows,
            width
          ).split("\n")
          assert.strictEqual(lines.length, rows.length + 4)
          assert.strictEqual(new Set(lines.map(widthOf)).size, 1)
          assert.isAtMost(widthOf(lines[0] ?? ""), width)
        }
      )
    )
  })

  it("cuts text columns before number columns", () => {
    assert.deepStrictEqual(countTable([["a very long reason", 1_234_567]], 23).split("\n"), [
      "┌─────────┬───────────┐",
      "│ a very… │ 1,234,567 │",
      "└─────────┴───────────┘"
    ])
  })
})

describe("a cut text", () => {
  it("fits, ends with an ellipsis, and is cut between characters", () => {
    assert.strictEqual(cut("三毛猫", 6), "三毛猫")
    assert.strictEqual(cut("三毛猫", 5), "三毛…")
    assert.strictEqual(cut("三毛猫", 4), "三…")
    assert.strictEqual(cut("👩‍👩‍👧👩‍👩‍👧", 3), "👩‍👩‍👧…")
    assert.strictEqual(cut("ab", 1), "…")
    assert.strictEqual(cut("ab", 0), "")
  })
})
