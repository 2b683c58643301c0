import { afterEach, describe, expect, it, vi } from "vitest"
import { tabStorage } from "../../src/reading/Kept.ts"
import { readText } from "../../src/reading/Reader.ts"

const refuses = () => {
  throw new Error("The quota has been exceeded.")
}

const storages: ReadonlyArray<readonly [string, object | undefined]> = [
  ["has no storage", undefined],
  ["has no room in its storage", { getItem: () => null, setItem: refuses, removeItem: () => undefined }],
  ["forbids its storage", { getItem: refuses, setItem: refuses, removeItem: refuses }]
]

afterEach(() => vi.unstubAllGlobals())

describe("typed text stays as long as the page", () => {
  it.each(storages)("if the browser %s", (_, storage) => {
    vi.stubGlobal("sessionStorage", storage)
    tabStorage.write("draft.note", "Called back.")
    expect(tabStorage.read("draft.note", readText)).toBe("Called back.")
    expect(tabStorage.hasAny("draft.")).toBe(true)
    tabStorage.remove("draft.note")
    expect(tabStorage.read("draft.note", readText)).toBeUndefined()
    expect(tabStorage.hasAny("draft.")).toBe(false)
  })
})
