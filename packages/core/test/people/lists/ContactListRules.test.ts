import { describe, expect, it } from "@effect/vitest"
import { maxListNameLength } from "../../../src/people/lists/ContactList.ts"
import { listIssues, searchIssues } from "../../../src/people/lists/ContactListRules.ts"

describe("a list's name (L1)", () => {
  it("has 1 to 250 characters", () => {
    for (const name of ["x", "Ünïcödé 👋", "👋".repeat(maxListNameLength), "%_\\"]) {
      expect(listIssues({ name })).toEqual([])
    }
    expect(listIssues({ name: "" })).toMatchObject([{ code: "too_short", path: ["name"] }])
    expect(listIssues({ name: "x".repeat(251) })).toMatchObject([{ code: "too_long", path: ["name"] }])
  })

  it.each(["a\0b", "\ud800", "\udc00x"])("cannot contain what a store cannot keep: %j", (name) => {
    expect(listIssues({ name })).toMatchObject([{ code: "value_error", path: ["name"] }])
  })

  it("may be omitted in a change", () => {
    expect(listIssues({})).toEqual([])
  })
})

const emojis = {
  "one character": ["😀", "🦄", "⌚", "🫠"],
  "a variation": ["❤️", "☎️", "⚠️"],
  "a character without its variation selector": ["❤", "☎", "⚠", "🏳"],
  "a flag": ["🇩🇪", "🇺🇳", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "🏴‍☠️"],
  "a family or a profession": ["👩‍👩‍👧", "👨‍👩‍👧‍👦", "🧑🏽‍🚀", "👁️‍🗨️"],
  "a skin tone": ["👋🏽", "👩🏿", "🫱🏻‍🫲🏿"],
  "a keycap": ["1️⃣", "#️⃣", "*️⃣"]
}

const others = {
  "two emoji": ["😀😀", "❤❤", "🇩🇪🇫🇷", "❤️👋🏽", "1️⃣2️⃣"],
  "a letter or a digit": ["a", "é", "Z", "7", "#", "*"],
  "an emoji and more": ["😀 ", " 😀", "😀a", "😀\u200d", "👩‍👩‍👧‍"],
  "half of an emoji": ["🇩", "\u200d", "\ufe0f", "\u20e3", "1\u20e3", "\ud83d"],
  "a text form": ["❤\ufe0e", "☎\ufe0e", "1\ufe0e", "❤\ufe0f\ufe0f"],
  "nothing known as an emoji": ["🇦🇦", "👩‍🍕‍👩", ":-)", "smile", ""]
}

describe("a list's emoji (L1)", () => {
  for (const [kind, examples] of Object.entries(emojis)) {
    it.each(examples)(`is ${kind}: %s`, (emoji) => {
      expect(listIssues({ emoji })).toEqual([])
    })
  }

  for (const [kind, examples] of Object.entries(others)) {
    it.each(examples)(`is not ${kind}: %j`, (emoji) => {
      expect(listIssues({ emoji })).toMatchObject([{ code: "value_error", path: ["emoji"] }])
    })
  }

  it("may be absent or null", () => {
    expect(listIssues({ name: "x", emoji: null })).toEqual([])
  })

  it("and the name are both validated (W4)", () => {
    expect(listIssues({ name: "", emoji: "ab" }).map(({ path }) => path)).toEqual([["name"], ["emoji"]])
  })
})

describe("a search for list names", () => {
  it("accepts any string that a store can keep, and reports errors in the query", () => {
    for (const text of ["", "%", "x".repeat(10_000)]) expect(searchIssues(text)).toEqual([])
    for (const text of ["\0", "\ud800"]) {
      expect(searchIssues(text)).toMatchObject([{ code: "value_error", path: ["search"] }])
    }
  })
})
