import { describe, expect, it } from "@effect/vitest"
import { DateTime } from "effect"
import { allOf, anyOf, type Condition, not } from "../../src/search/Condition.ts"
import { toPredicate } from "../../src/search/Predicate.ts"
import { searchable } from "../../src/search/Searchable.ts"
import { contact } from "./Contact.ts"

const ada = searchable(
  contact({
    firstName: "Ada",
    phoneNumber: "+49 (170) 1",
    lastEngagedAt: DateTime.makeUnsafe(1_000)
  })
)
const nobody = searchable(contact({ firstName: "", email: null, phoneNumber: "unknown" }))

const within = (interval: Extract<Condition, { _tag: "TextWithin" }>["interval"]): Condition => ({
  _tag: "TextWithin",
  field: "first_name",
  interval
})
const engaged = (span: Extract<Condition, { _tag: "InstantWithin" }>["span"]): Condition => ({
  _tag: "InstantWithin",
  field: "last_engaged_at",
  span
})

const leaves: ReadonlyArray<Condition> = [
  { _tag: "TextPresent", field: "first_name" },
  { _tag: "TextEquals", field: "first_name", text: "ada" },
  { _tag: "TextContains", field: "first_name", text: "d" },
  { _tag: "TextStartsWith", field: "first_name", text: "ad" },
  { _tag: "TextEndsWith", field: "first_name", text: "da" },
  within({ min: { value: "ada", inclusive: true } }),
  within({ min: { value: "a", inclusive: false }, max: { value: "ada", inclusive: true } }),
  { _tag: "DigitsContain", field: "phone_number", digits: "9170" },
  { _tag: "InstantPresent", field: "last_engaged_at" },
  engaged({ from: 1_000 }),
  engaged({ from: 1_000, until: 1_001 }),
  engaged({ until: 1_001 })
]

describe("toPredicate", () => {
  it("S1, S3: a leaf is false for a contact without the value, and its negation true", () => {
    for (const leaf of leaves) {
      expect(toPredicate(leaf)(ada)).toBe(true)
      expect(toPredicate(not(leaf))(ada)).toBe(false)
      expect(toPredicate(leaf)(nobody)).toBe(false)
      expect(toPredicate(not(leaf))(nobody)).toBe(true)
    }
  })

  it("S3: an end that is not inclusive leaves its value out", () => {
    expect(toPredicate(within({ min: { value: "ada", inclusive: false } }))(ada)).toBe(false)
    expect(toPredicate(within({ max: { value: "ada", inclusive: false } }))(ada)).toBe(false)
    expect(toPredicate(engaged({ until: 1_000 }))(ada)).toBe(false)
    expect(toPredicate(engaged({ from: 1_001 }))(ada)).toBe(false)
  })

  it("S6: an empty text is no value, false is one", () => {
    expect(toPredicate({ _tag: "TextPresent", field: "first_name" })(nobody)).toBe(false)
    expect(toPredicate({ _tag: "BooleanIs", field: "archived", value: false })(nobody)).toBe(true)
    expect(toPredicate({ _tag: "BooleanIs", field: "archived", value: true })(nobody)).toBe(false)
  })

  it("is true of all of none, and false of any of none", () => {
    expect(toPredicate(allOf([]))(ada)).toBe(true)
    expect(toPredicate(anyOf([]))(ada)).toBe(false)
  })
})
