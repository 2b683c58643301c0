import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { isBurst, makeOptOutBursts } from "../../../src/sending/delivery/OptOutBursts.ts"

/** Reports as text: `x` is an opt-out. */
const reports = (text: string): ReadonlyArray<boolean> => Array.from(text, (char) => char === "x")

const asNew = (all: ReadonlyArray<boolean>) => all.map((isOptOut) => ({ isOptOut, isNew: true }))

describe("B23: a burst of opt-outs", () => {
  it.each([
    ["", false],
    ["xxxxx", false],
    ["xxxxxx", true],
    ["......xxxxxx", true],
    ["xxxxx.xxxx", false],
    ["x.x.x.x.x.x.x.x.x.", false],
    ["x.x.x.x.x.x.x.x.x.x", true],
    ["x..x..x..x..x..x..x..x..x..x..x..x", false],
    ["xxxxxxx.......................", false]
  ])("%j: %s", (text, expected) => {
    assert.strictEqual(isBurst(reports(text)), expected)
  })

  it("is found at the same report, however the reports are grouped", () => {
    const texts = fc.array(fc.constantFrom("x", "x", "."), { maxLength: 60 })
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }), (chars, sizes) => {
        const all = reports(chars.join(""))
        const expected = all.findIndex((is, at) => is && isBurst(all.slice(0, at + 1)))
        const bursts = makeOptOutBursts()
        let at = 0
        for (const size of sizes) {
          const found = bursts.add("broadcast", asNew(all.slice(at, at + size)))
          if (found !== null) return assert.strictEqual(at + found, expected)
          at += size
        }
        assert.strictEqual(expected, -1)
      })
    )
  })

  it("counts one broadcast only", () => {
    const bursts = makeOptOutBursts()
    assert.isNull(bursts.add("one", asNew(reports("xxxxx"))))
    assert.isNull(bursts.add("other", asNew(reports("x"))))
    assert.strictEqual(bursts.add("one", asNew(reports("....xxxxxx"))), 8)
  })

  it("does not count a repeated report, which stays in the burst as long as the burst lasts", () => {
    const bursts = makeOptOutBursts()
    const again = reports("xxxxxx").map((isOptOut) => ({ isOptOut, isNew: false }))
    assert.isNull(bursts.add("one", again))
    assert.strictEqual(bursts.add("one", asNew(reports("xxxxxx"))), 5)
    assert.strictEqual(bursts.add("one", again), 0)
    assert.isNull(bursts.add("one", [...asNew(reports("............................")), ...again]))
  })
})
