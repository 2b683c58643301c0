import { expect, it } from "vitest"
import { codecOf, readPages, readTrue } from "../../src/reading/QueryCodec.ts"
import { readOneOf, readText } from "../../src/reading/Reader.ts"

const codec = codecOf(
  { which: readOneOf(["some"]), open: readText, archived: readTrue, pages: readPages },
  { which: "all", open: null, archived: false, pages: 1 },
  { which: "asks" }
)

const usual = { which: "all", open: null, archived: false, pages: 1 } as const

it("a query codec writes values that differ from the default, and reads them back", () => {
  const state = { which: "some", open: "new", archived: true, pages: 3 } as const
  expect(codec.write(state).toString()).toBe("asks=some&open=new&archived=true&pages=3")
  expect(codec.read(codec.write(state))).toEqual(state)
  expect(codec.write(usual).toString()).toBe("")
})

it("a query codec treats invalid values as missing, and limits the page number", () => {
  expect(codec.read(new URLSearchParams("asks=none&archived=yes&which=some"))).toEqual(usual)
  const pages = ["3", "0", "-2", "1e9", "many"]
  expect(pages.map((text) => codec.read(new URLSearchParams({ pages: text })).pages)).toEqual([3, 1, 1, 50, 1])
})
