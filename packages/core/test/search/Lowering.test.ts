import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import type { Condition } from "../../src/search/Condition.ts"
import { type PredefinedField, predefinedFields } from "../../src/search/Field.ts"
import { Operator } from "../../src/search/Filter.ts"
import { lower } from "../../src/search/Lowering.ts"

const field = (name: string): PredefinedField =>
  predefinedFields.get(name) ?? expect.fail(`${name} is no predefined field`)

const lowered = (name: string, operator: Operator, value?: unknown): Condition =>
  Result.getOrThrow(lower(field(name), { field: name, operator, value }, "filter"))

const issues = (name: string, operator: Operator, value?: unknown) =>
  Result.match(lower(field(name), { field: name, operator, value }, "filter"), {
    onFailure: (issues) => issues.map(({ type, field }) => [type, field]),
    onSuccess: () => []
  })

const from = Date.UTC(2024, 1, 29)
const until = Date.UTC(2024, 2, 1)

describe("lower, text", () => {
  it.each<[Operator, Condition["_tag"]]>([
    ["equals", "TextEquals"],
    ["contains", "TextContains"],
    ["starts_with", "TextStartsWith"],
    ["ends_with", "TextEndsWith"]
  ])("S2: %s trims and folds its operand", (operator, _tag) => {
    expect(lowered("first_name", operator, "  STRAẞE ")).toEqual({ _tag, field: "first_name", text: "strasse" })
  })

  it.each([
    ["gt", { min: { value: "b", inclusive: false } }],
    ["gte", { min: { value: "b", inclusive: true } }],
    ["lt", { max: { value: "b", inclusive: false } }],
    ["lte", { max: { value: "b", inclusive: true } }]
  ] as const)("S3: %s is an interval with one end", (operator, interval) => {
    expect(lowered("email", operator, "B")).toEqual({ _tag: "TextWithin", field: "email", interval })
  })

  it("S3: range is inclusive at both ends", () => {
    const interval = { min: { value: "a", inclusive: true }, max: { value: "b", inclusive: true } }
    expect(lowered("email", "range", ["A", "B"])).toEqual({ _tag: "TextWithin", field: "email", interval })
  })

  it.each([1, true, {}, ["a"], ["a", "b"]])("S7: takes no other operand than a string: %j", (value) => {
    expect(issues("email", "equals", value)).toEqual([["string_type", "filter.value"]])
  })

  it.each(["", "  ", "\u00a0\t"])("takes no empty operand: %j", (value) => {
    expect(issues("email", "contains", value)).toEqual([["too_short", "filter.value"]])
  })

  it.each(["a\0b", "\ud800"])("takes nothing that a store cannot keep: %j", (value) => {
    expect(issues("email", "contains", value)).toEqual([["value_error", "filter.value"]])
  })

  it("takes at most 1,000 units after trimming", () => {
    expect(issues("email", "equals", ` ${"x".repeat(1_000)} `)).toEqual([])
    expect(issues("email", "equals", "x".repeat(1_001))).toEqual([["too_long", "filter.value"]])
  })
})

describe("lower, instants (S4)", () => {
  it.each([
    ["equals", { from, until }],
    ["gt", { from: until }],
    ["gte", { from }],
    ["lt", { until: from }],
    ["lte", { until }]
  ] as const)("%s of a date means the whole day", (operator, span) => {
    expect(lowered("created_at", operator, "2024-02-29")).toEqual({ _tag: "InstantWithin", field: "created_at", span })
  })

  it.each([
    ["equals", { from, until: from + 1 }],
    ["gt", { from: from + 1 }],
    ["gte", { from }],
    ["lt", { until: from }],
    ["lte", { until: from + 1 }]
  ] as const)("%s of an instant means its millisecond", (operator, span) => {
    const instant = "2024-02-29T02:00+02:00"
    expect(lowered("updated_at", operator, instant)).toEqual({ _tag: "InstantWithin", field: "updated_at", span })
  })

  it("range goes from the start of the first to the end of the second", () => {
    const span = { from, until }
    const range = ["2024-02-29T00:00Z", "2024-02-29"]
    expect(lowered("last_engaged_at", "range", range)).toEqual({
      _tag: "InstantWithin",
      field: "last_engaged_at",
      span
    })
  })

  it.each<Operator>(["contains", "not_contains", "starts_with", "ends_with"])(
    "S7: %s is not asked of it",
    (operator) => {
      expect(issues("created_at", operator, "2024-02-29")).toEqual([["value_error", "filter.operator"]])
    }
  )

  it.each([
    ["2023-02-29", "datetime_parsing"],
    ["soon", "datetime_parsing"],
    [1_709_164_800_000, "string_type"]
  ])("S7: takes no other operand than a date: %j", (value, type) => {
    expect(issues("created_at", "equals", value)).toEqual([[type, "filter.value"]])
  })
})

describe("lower, true and false", () => {
  it.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false]
  ])("equals %j", (value, expected) => {
    expect(lowered("archived", "equals", value)).toEqual({ _tag: "BooleanIs", field: "archived", value: expected })
  })

  it.each([1, "yes", "TRUE", []])("S7: takes nothing else: %j", (value) => {
    expect(issues("archived", "equals", value)).toEqual([["bool_parsing", "filter.value"]])
  })

  it.each<Operator>(["contains", "starts_with", "ends_with", "gt", "gte", "lt", "lte", "range"])(
    "S7: %s is not asked of it",
    (operator) => {
      expect(issues("archived", operator, ["true", "true"])).toEqual([["value_error", "filter.operator"]])
    }
  )
})

describe("lower, what holds of every kind", () => {
  const names = ["first_name", "created_at", "archived"]

  it("S1: a negation is the complement of its positive", () => {
    const text = lowered("email", "contains", "x")
    expect(lowered("email", "not_equals", "x")).toEqual({ _tag: "Not", condition: lowered("email", "equals", "x") })
    expect(lowered("email", "not_contains", "x")).toEqual({ _tag: "Not", condition: text })
    for (const name of names) {
      expect(lowered(name, "not_exists")).toEqual({ _tag: "Not", condition: lowered(name, "exists") })
    }
  })

  it("S6: exists asks whether there is a value, and true or false always is one", () => {
    expect(lowered("first_name", "exists")).toEqual({ _tag: "TextPresent", field: "first_name" })
    expect(lowered("created_at", "exists")).toEqual({ _tag: "InstantPresent", field: "created_at" })
    expect(lowered("archived", "exists")).toEqual({ _tag: "All", conditions: [] })
  })

  it.each(["", "x", false, 0, []])("S7: exists and not_exists take no value, not even %j", (value) => {
    for (const name of names) {
      expect(issues(name, "exists", value)).toEqual([["value_error", "filter.value"]])
      expect(issues(name, "not_exists", value)).toEqual([["value_error", "filter.value"]])
    }
  })

  it("S7: every other operator needs a value, and null is none", () => {
    for (const operator of Operator.literals.filter((name) => !name.endsWith("exists"))) {
      for (const value of [undefined, null]) {
        for (const name of names) expect(issues(name, operator, value)).toEqual([["missing", "filter.value"]])
      }
    }
  })

  it("S3: range takes exactly two values", () => {
    for (const name of ["first_name", "created_at"]) {
      const value = "2024-02-29"
      expect(issues(name, "range", value)).toEqual([["list_type", "filter.value"]])
      expect(issues(name, "range", [])).toEqual([["too_short", "filter.value"]])
      expect(issues(name, "range", [value])).toEqual([["too_short", "filter.value"]])
      expect(issues(name, "range", [value, value])).toEqual([])
      expect(issues(name, "range", [value, value, value])).toEqual([["too_long", "filter.value"]])
    }
  })

  it("names every wrong end of a range", () => {
    expect(issues("first_name", "range", [1, null])).toEqual([
      ["string_type", "filter.value[0]"],
      ["string_type", "filter.value[1]"]
    ])
    expect(issues("created_at", "range", ["2024-02-29", "2023-02-29"])).toEqual([
      ["datetime_parsing", "filter.value[1]"]
    ])
  })
})
