import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { checkUtf8 } from "../../src/file/Utf8.ts"
import { allOf, file, refusalOf } from "../Bytes.ts"

const check = (bytes: Uint8Array, piece: number) => {
  const input = file(bytes, piece)
  return allOf(checkUtf8(input.name, input.bytes))
}

const text = fc.string({ unit: fc.constantFrom("a", "é", "三", "🐦", "\ufffd", "\n", '"') })

describe("UTF-8 that arrives in parts", () => {
  it("is passed on unchanged, wherever it is cut", async () => {
    for (const [sample, piece] of fc.sample(fc.tuple(text, fc.integer({ min: 1, max: 9 })), 200)) {
      const bytes = new TextEncoder().encode(sample)
      assert.strictEqual((await check(bytes, piece)).toString(), sample)
    }
  })

  it("with an invalid byte is rejected with line and column, wherever it is cut", async () => {
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

  it("that ends within a character is rejected, with advice to save as UTF-8 if the bytes before are UTF-8", async () => {
    const place = "people.csv: line 2, column 3: the byte C3 is not UTF-8"
    const refused = await refusalOf(check(Buffer.from("Zo\nZo\u00eb").subarray(0, 6), 4))
    assert.strictEqual(refused, place)
    const part = await refusalOf(check(Buffer.from("éééé\nZo\u00eb").subarray(0, -1), 4))
    assert.strictEqual(part, `${place}, but everything before it is. Correct this line, or save the file as UTF-8`)
  })
})
