import { describe, expect, it } from "@effect/vitest"
import {
  allOf,
  anyOf,
  type Condition,
  type Interval,
  not,
  type ValueTest
} from "../../../src/people/search/Condition.ts"
import { toPredicate } from "../../../src/people/search/Predicate.ts"
import { book } from "./Library.ts"

const full = book({
  text: { title: "ada" },
  instant: { lent_at: 1_000 },
  values: new Map([
    ["tags", [{ text: "red" }, { text: "blue" }]],
    ["pages", [{ number: 7 }]]
  ])
})
const empty = book()

const within = (interval: Extract<Condition, { _tag: "TextWithin" }>["interval"]): Condition => ({
  _tag: "TextWithin",
  field: "title",
  interval
})
const lent = (span: Extract<Condition, { _tag: "InstantWithin" }>["span"]): Condition => ({
  _tag: "InstantWithin",
  field: "lent_at",
  span
})

const pagesWithin = (interval: Interval<number>): ValueTest => ({ _tag: "NumberWithin", interval })

const leaves: ReadonlyArray<Condition> = [
  { _tag: "TextPresent", field: "title" },
  { _tag: "TextEquals", field: "title", text: "ada" },
  { _tag: "TextContains", field: "title", text: "d" },
  { _tag: "TextStartsWith", field: "title", text: "ad" },
  { _tag: "TextEndsWith", field: "title", text: "da" },
  within({ min: { value: "ada", inclusive: true } }),
  within({ min: { value: "a", inclusive: false }, max: { value: "ada", inclusive: true } }),
  { _tag: "InstantPresent", field: "lent_at" },
  lent({ from: 1_000 }),
  lent({ from: 1_000, until: 1_001 }),
  lent({ until: 1_001 }),
  { _tag: "InstantOnDay", field: "lent_at", day: "01-01" },
  { _tag: "ValueMatches", field: "pages", test: { _tag: "NumberOnDay", day: "01-01" } },
  { _tag: "ValuePresent", field: "tags" },
  { _tag: "ValueMatches", field: "tags", test: { _tag: "TextEndsWith", text: "lue" } },
  { _tag: "ValueMatches", field: "pages", test: pagesWithin({ min: { value: 7, inclusive: true } }) },
  { _tag: "ValuesAre", field: "tags", texts: ["blue", "red"] }
]

describe("toPredicate", () => {
  it("S1, S3: a leaf is false for an item without the value, and its negation is true", () => {
    for (const leaf of leaves) {
      expect(toPredicate(leaf)(full)).toBe(true)
      expect(toPredicate(not(leaf))(full)).toBe(false)
      expect(toPredicate(leaf)(empty)).toBe(false)
      expect(toPredicate(not(leaf))(empty)).toBe(true)
    }
  })

  it("S3: an exclusive end excludes its value", () => {
    expect(toPredicate(within({ min: { value: "ada", inclusive: false } }))(full)).toBe(false)
    expect(toPredicate(within({ max: { value: "ada", inclusive: false } }))(full)).toBe(false)
    expect(toPredicate(lent({ until: 1_000 }))(full)).toBe(false)
    expect(toPredicate(lent({ from: 1_001 }))(full)).toBe(false)
  })

  it("S6: false is a value", () => {
    expect(toPredicate({ _tag: "TextPresent", field: "title" })(empty)).toBe(false)
    expect(toPredicate({ _tag: "BooleanIs", field: "lent", value: false })(empty)).toBe(true)
    expect(toPredicate({ _tag: "BooleanIs", field: "lent", value: true })(empty)).toBe(false)
  })

  it("S5: a list equals a set only if both have the same number of elements", () => {
    for (const texts of [["red"], ["red", "blue", "green"], ["red", "green"]]) {
      expect(toPredicate({ _tag: "ValuesAre", field: "tags", texts })(full)).toBe(false)
    }
  })

  it("does not compare a number with a string, or a string with a number", () => {
    const above: ValueTest = pagesWithin({ min: { value: 0, inclusive: true } })
    expect(toPredicate({ _tag: "ValueMatches", field: "tags", test: above })(full)).toBe(false)
    const seven: ValueTest = { _tag: "TextEquals", text: "7" }
    expect(toPredicate({ _tag: "ValueMatches", field: "pages", test: seven })(full)).toBe(false)
  })

  it("all of an empty list is true, and any of an empty list is false", () => {
    expect(toPredicate(allOf([]))(full)).toBe(true)
    expect(toPredicate(anyOf([]))(full)).toBe(false)
  })
})
