import { describe, expect, it } from "vitest"
import {
  readBoolean,
  readJson,
  readList,
  readNumber,
  readOneOf,
  readRecord,
  readStruct,
  readText
} from "../../src/reading/Reader.ts"

describe("a reader", () => {
  it("reads valid values, and nothing else", () => {
    expect([readText("a"), readText(1)]).toEqual(["a", undefined])
    expect([readBoolean(false), readBoolean("false")]).toEqual([false, undefined])
    expect([readNumber(1.5), readNumber(Number.NaN), readNumber("1")]).toEqual([1.5, undefined, undefined])
    expect([readOneOf(["asc", "desc"])("desc"), readOneOf(["asc"])("toString")]).toEqual(["desc", undefined])
    expect([readList(readText)(["a"]), readList(readText)(["a", 1]), readList(readText)("a")]).toEqual([
      ["a"],
      undefined,
      undefined
    ])
    expect([readRecord(readNumber)({ a: 1 }), readRecord(readNumber)({ a: "1" }), readRecord(readNumber)([1])]).toEqual(
      [{ a: 1 }, undefined, undefined]
    )
  })

  it("reads an object's members, and uses the default for invalid ones", () => {
    const read = readStruct<{ readonly name: string; readonly age: number | null }>(
      { name: readText, age: readNumber },
      { age: null }
    )
    expect([read({ name: "a", age: 1, more: 2 }), read({ name: "a", age: "1" }), read({ age: 1 }), read("a")]).toEqual([
      { name: "a", age: 1 },
      { name: "a", age: null },
      undefined,
      undefined
    ])
  })

  it("reads JSON, and nothing from invalid JSON", () => {
    expect(readJson('["a"]', readList(readText))).toEqual(["a"])
    expect([readJson(null, readText), readJson("{", readText), readJson("1", readText)]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})
