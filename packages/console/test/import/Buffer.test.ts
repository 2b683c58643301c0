import { Buffer as NodeBuffer } from "node:buffer"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Buffer } from "../../src/import/file/Buffer.ts"

describe("the page's byte functions", () => {
  it("convert, copy and compare like Node's", () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', "é", "三", "🐦", "\ufeff"), maxLength: 80 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [ours, theirs] = [Buffer.from(one), NodeBuffer.from(one)]
        expect(ours.toString("utf8")).toBe(theirs.toString("utf8"))
        expect(ours.toString("utf8", 0, 1)).toBe(theirs.toString("utf8", 0, 1))
        expect(Buffer.compare(ours, Buffer.from(other))).toBe(NodeBuffer.compare(theirs, NodeBuffer.from(other)))
        expect(ours.compare(Buffer.from(other))).toBe(theirs.compare(NodeBuffer.from(other)))
        expect(ours.equals(Buffer.from(other))).toBe(one === other)
        const whole = Buffer.concat([ours, Buffer.from(other)])
        expect([...whole]).toEqual([...NodeBuffer.from(one + other)])
        const copy = Buffer.allocUnsafe(whole.length)
        expect(whole.copy(copy, 0, 0, ours.length)).toBe(ours.length)
        expect([...copy.slice(0, ours.length)]).toEqual([...theirs])
        expect(Buffer.isBuffer(copy.slice(1))).toBe(true)
      })
    )
  })
})
