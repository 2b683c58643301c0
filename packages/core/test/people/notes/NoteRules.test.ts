import { describe, expect, it } from "@effect/vitest"
import { maxTextLength, maxTitleLength } from "../../../src/people/notes/Note.ts"
import { noteIssues } from "../../../src/people/notes/NoteRules.ts"

describe("a note", () => {
  it("has a text, and an optional title", () => {
    expect(noteIssues({ title: null, content: { text: "x" } })).toEqual([])
    expect(noteIssues({ title: "", content: { text: " x\n" } })).toEqual([])
    for (const text of ["", "  \n"]) {
      expect(noteIssues({ title: null, content: { text } })).toMatchObject([
        { code: "too_short", path: ["content", "text"] }
      ])
    }
  })

  it("has a title of at most 250 and a text of at most 50,000 characters", () => {
    expect(noteIssues({ title: "👋".repeat(maxTitleLength), content: { text: "👋".repeat(maxTextLength) } })).toEqual(
      []
    )
    expect(noteIssues({ title: "x".repeat(251), content: { text: "x".repeat(50_001) } })).toMatchObject([
      { code: "too_long", path: ["title"] },
      { code: "too_long", path: ["content", "text"] }
    ])
  })

  it.each(["a\0b", "\ud800", "\udc00x"])("cannot contain what a store cannot keep: %j", (text) => {
    expect(noteIssues({ title: text, content: { text } })).toMatchObject([
      { code: "value_error", path: ["title"] },
      { code: "value_error", path: ["content", "text"] }
    ])
  })
})
