import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { FieldChange } from "../../../src/people/history/HistoryEntry.ts"
import { keptChanges, keptValue } from "../../../src/people/history/KeptChanges.ts"

const value = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 2_000 }),
  fc.array(fc.string({ maxLength: 250 }), { maxLength: 200 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null)
)
const change: fc.Arbitrary<FieldChange> = fc
  .tuple(value, value)
  .map(([from, to]) => ({ field: "firstName", customField: null, values: { from, to } }))

describe("the changes kept in a history", () => {
  it("T1: have a size limit per entry, name every field, and do not change when kept again", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const kept = keptChanges(changes)
        assert.lengthOf(kept, changes.length)
        const size = kept.reduce((sum, { values }) => sum + (values === null ? 0 : JSON.stringify(values).length), 0)
        assert.isAtMost(size, 20_000 + 60 * 20)
        assert.deepStrictEqual(keptChanges(kept), kept)
      }),
      { numRuns: 50 }
    )
  })

  it("T1: are complete for values of normal length", () => {
    for (const one of ["Ada", "x".repeat(500), 3, true, ["a", "b"], null]) assert.deepStrictEqual(keptValue(one), one)
    assert.strictEqual(keptValue("x".repeat(501)), `${"x".repeat(499)}…`)
    assert.isTrue(String(keptValue(`${"x".repeat(498)}😀😀`)).isWellFormed())
  })
})
