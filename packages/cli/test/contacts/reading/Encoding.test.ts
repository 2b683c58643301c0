import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { decodingOf } from "../../../src/contacts/reading/Encoding.ts"
import { file } from "./Bytes.ts"
import { test } from "../../../../core/test/Suite.ts"

const read = (label: string, bytes: Uint8Array, piece: number) => {
  const decode = Result.getOrThrow(decodingOf(label))
  const input = file(bytes, piece)
  return Effect.map(Stream.runCollect(decode(input.name, input.bytes)), (pieces) => Buffer.concat(pieces).toString())
}

const mark = Buffer.from("\ufeff")

describe("a file in another encoding", () => {
  test("is read as UTF-8, wherever its bytes are cut, and a mark before it is passed over", function* () {
    const windows = Buffer.concat([Buffer.from("Zo\xeb;", "latin1"), Buffer.from([0x80])])
    const utf16 = Buffer.from("\ufeffZoë;€🐦", "utf16le")
    for (const piece of [1, 2, 3, 64]) {
      assert.strictEqual(yield* read("windows-1252", windows, piece), "Zoë;€")
      assert.strictEqual(yield* read("CP1252", Buffer.concat([mark, windows]), piece), "Zoë;€")
      assert.strictEqual(yield* read("utf-16le", utf16, piece), "Zoë;€🐦")
      assert.strictEqual(yield* read("windows-1252", Buffer.from("a"), piece), "a")
    }
  })

  test("is refused when it is not in that encoding", function* () {
    const refused = yield* Effect.flip(read("utf-16le", Buffer.from("abc"), 64))
    assert.strictEqual(refused.message, "people.csv: it is not utf-16le")
    const utf8 = yield* Effect.flip(read("utf8", Buffer.from([0xeb]), 64))
    assert.include(utf8.message, "people.csv: line 1, column 1: the byte EB is not UTF-8")
  })

  it("has a name that is known", () => {
    assert.deepStrictEqual(
      decodingOf("excel"),
      Result.fail('--encoding: "excel" is not known; Excel writes windows-1252, utf-8 or utf-16le')
    )
  })
})
