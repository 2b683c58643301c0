import { describe, expect, it } from "vitest"
import { changelog, changeOf, releasesOf } from "../Changelog.ts"

describe("a changeset", () => {
  it("has a text, and the greatest kind of its packages", () => {
    const text = '---\n"@rollcall/core": patch\n"rollcall": minor\n---\n\nSegments have\ncolours.\n'
    expect(changeOf(text)).toEqual({ kind: "minor", text: "Segments have\ncolours." })
  })

  it("without a package, or without a text, is an error", () => {
    expect(() => changeOf("---\n---\n\nNothing.\n")).toThrow("no changeset")
    expect(() => changeOf('---\n"rollcall": minor\n---\n')).toThrow("no changeset")
  })
})

it("the changelog of a package is read by version, without what was only raised", () => {
  const text = [
    "# rollcall",
    "## 0.3.0",
    "### Minor Changes",
    "- ecece46: Segments have\n  colours.\n- ab12cd3: Lists too.",
    "### Patch Changes",
    "- 1234567: Names sort.\n- Updated dependencies [ecece46]\n  - @rollcall/core@0.3.0",
    "## 0.2.0",
    "### Patch Changes",
    "- Updated dependencies\n"
  ].join("\n\n")
  expect([...releasesOf(text)]).toEqual([
    [
      "0.3.0",
      [
        { kind: "minor", text: "Segments have\ncolours." },
        { kind: "minor", text: "Lists too." },
        { kind: "patch", text: "Names sort." }
      ]
    ],
    ["0.2.0", []]
  ])
})

it("what is not released comes first", () => {
  expect(changelog()).toMatch(/^## Not yet released\n\n### New\n\n- /)
})
