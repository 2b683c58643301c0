import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decodingOf } from "../../src/file/Encoding.ts"
import { allOf, file, refusalOf } from "../Bytes.ts"

const read = async (label: string, bytes: Uint8Array, piece: number) => {
  const decode = Result.getOrThrow(decodingOf(label))
  const input = file(bytes, piece)
  return (await allOf(decode(input.name, input.bytes))).toString()
}

const mark = Buffer.from("\ufeff")

describe("a file in another encoding", () => {
  it("is converted to UTF-8, wherever its bytes are cut, without its byte order mark", async () => {
    const windows = Buffer.concat([Buffer.from("Zo\xeb;", "latin1"), Buffer.from([0x80])])
    const utf16 = Buffer.from("\ufeffZoë;€🐦", "utf16le")
    for (const piece of [1, 2, 3, 64]) {
      assert.strictEqual(await read("windows-1252", windows, piece), "Zoë;€")
      assert.strictEqual(await read("CP1252", Buffer.concat([mark, windows]), piece), "Zoë;€")
      assert.strictEqual(await read("utf-16le", utf16, piece), "Zoë;€🐦")
      assert.strictEqual(await read("windows-1252", Buffer.from("a"), piece), "a")
    }
  })

  it("is rejected if it is not in that encoding", async () => {
    assert.strictEqual(
      await refusalOf(read("utf-16le", Buffer.from("abc"), 64)),
      "people.csv: the file is not utf-16le"
    )
    const utf8 = await refusalOf(read("utf8", Buffer.from([0xeb]), 64))
    assert.include(utf8, "people.csv: line 1, column 1: the byte EB is not UTF-8")
  })

  it("must have a known encoding name", () => {
    assert.deepStrictEqual(
      decodingOf("excel"),
      Result.fail('--encoding: "excel" is not a known encoding. Excel writes windows-1252, utf-8 or utf-16le')
    )
  })
})
