import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { checkUtf8 } from "../../src/file/Utf8.ts"
import { allOf, file, refusalOf } from "../Bytes.ts"

const check = (bytes: Uint8Array, piece: number) => {
  const input = file(bytes, piece)
  return allOf(checkUtf8(input.name, input.bytes))
}

const text = fc.string({ unit: fc.constantFrom("a", "é", "三", "🐦", "\ufffd", "\n", '"') })

describe("UTF-8 that comes in pieces", () => {
  it("passes unchanged, wherever it is cut", async () => {
    for (const [sample, piece] of fc.sample(fc.tuple(text, fc.integer({ min: 1, max: 9 })), 200)) {
      const bytes = new TextEncoder().encode(sample)
      assert.strictEqual((await check(bytes, piece)).toString(), sample)
    }
  })

  it("a byte that is not UTF-8 is named by line and column, wherever the text is cut", async () => {
    const samples = fc.tuple(text, fc.constantFrom(0x80, 0xe4, 0xff, 0xc0), text, fc.integer({ min: 1, max: 9 }))
    for (const [before, byte, after, piece] of fc.sample(samples, 200)) {
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from([byte]), Buffer.from(`.${after}`)])
      const refused = await refusalOf(check(bytes, piece))
      const lines = before.split("\n")
      const place = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
      const hex = byte.toString(16).toUpperCase()
      assert.include(refused, `people.csv: ${place}: the byte ${hex} is not UTF-8`)
    }
  })

  it("a text that ends in the middle of a character is refused, and as UTF-8 if so much before it is", async () => {
    const place = "people.csv: line 2, column 3: the byte C3 is not UTF-8"
    const refused = await refusalOf(check(Buffer.from("Zo\nZo\u00eb").subarray(0, 6), 4))
    assert.strictEqual(refused, place)
    const part = await refusalOf(check(Buffer.from("éééé\nZo\u00eb").subarray(0, -1), 4))
    assert.strictEqual(part, `${place}, and what comes before it is. Correct this line, or save the file as UTF-8`)
  })
})
