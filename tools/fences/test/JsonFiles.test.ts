import { globSync } from "node:fs"
import { expect, it } from "vitest"
import { parseDocument } from "yaml"
import { made, read, repository } from "../../Repository.ts"

const files = globSync("{*,.*,.changeset/*,deploy/**/*,docs/**/*,examples/**/*,packages/**/*,tools/**/*}.json", {
  cwd: repository,
  exclude: made
}).sort()

/** Returns duplicate keys in a JSON file's objects, each with its line. A JSON parser silently uses the last value. */
const repeatedKeys = (text: string): ReadonlyArray<string> =>
  parseDocument(text).errors.flatMap(({ code, linePos }) =>
    code === "DUPLICATE_KEY" ? [`line ${linePos?.[0].line}`] : []
  )

it("a duplicate key in an object is found", () => {
  expect(repeatedKeys('{\n  "a": { "b": 1 },\n  "b": 2\n}')).toEqual([])
  expect(repeatedKeys('{\n  "a": 1,\n  "b": { "a": 2 },\n  "a": 1\n}')).toEqual(["line 4"])
})

it("JSON files are found", () => {
  for (const file of [".oxlintrc.json", "package.json", "tools/docs/site/package.json", "packages/core/package.json"])
    expect(files).toContain(file)
})

it.each(files)("%s has no duplicate key", (file) => {
  expect(repeatedKeys(read(file))).toEqual([])
})
