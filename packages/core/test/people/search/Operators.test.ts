import { describe, expect, it } from "@effect/vitest"
import { Array as Arr, Result } from "effect"
import { type Condition, not, type ValueTest } from "../../../src/people/search/Condition.ts"
import { Operator } from "../../../src/people/search/Filter.ts"
import type { Reading } from "../../../src/people/search/Operand.ts"
import { lower } from "../../../src/people/search/Operators.ts"
import { library } from "./Library.ts"
import { placeOf } from "../../../src/shared/Issue.ts"

const reading = (name: string, operator: Operator, value?: unknown): Reading<Condition> =>
  lower(library.fields.get(name) ?? expect.fail(`${name} is no field`), { field: name, operator, value }, ["filter"])

const lowered = (name: string, operator: Operator, value?: unknown): Condition =>
  Result.getOrThrow(reading(name, operator, value))

const issues = (name: string, operator: Operator, value?: unknown) =>
  Result.match(reading(name, operator, value), {
    onFailure: (issues) => issues.map(({ code, path }) => [code, placeOf(path)]),
    onSuccess: () => []
  })

describe("lower, text", () => {
  it.each([1, true, {}, ["a"], ["a", "b"]])("S7: rejects an operand that is no string: %j", (value) => {
    expect(issues("author", "equals", value)).toEqual([["string_type", "filter.value"]])
  })

  it.each(["", "  ", "\u00a0\t"])("rejects an empty operand: %j", (value) => {
    expect(issues("author", "contains", value)).toEqual([["too_short", "filter.value"]])
  })

  it.each(["a\0b", "\ud800"])("rejects an operand that a store cannot keep: %j", (value) => {
    expect(issues("author", "contains", value)).toEqual([["value_error", "filter.value"]])
  })

  it("accepts at most 1,000 characters after trimming (W8)", () => {
    expect(issues("author", "equals", ` ${"👋".repeat(1_000)} `)).toEqual([])
    expect(issues("author", "equals", "👋".repeat(1_001))).toEqual([["too_long", "filter.value"]])
  })
})

describe("lower, timestamps", () => {
  it.each<Operator>(["starts_with", "ends_with"])("S7: rejects the operator %s", (operator) => {
    expect(issues("printed_at", operator, "2024-02-29")).toEqual([["value_error", "filter.operator"]])
  })

  it.each([
    ["2023-02-29", "datetime_parsing"],
    ["soon", "datetime_parsing"],
    [1_709_164_800_000, "string_type"]
  ])("S7: rejects an operand that is no date: %j", (value, type) => {
    expect(issues("printed_at", "equals", value)).toEqual([[type, "filter.value"]])
  })
})

describe("lower, true and false", () => {
  it.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false]
  ])("equals %j", (value, expected) => {
    expect(lowered("lent", "equals", value)).toEqual({ _tag: "BooleanIs", field: "lent", value: expected })
  })

  it.each([1, "yes", "TRUE", []])("S7: rejects any other operand: %j", (value) => {
    expect(issues("lent", "equals", value)).toEqual([["bool_parsing", "filter.value"]])
  })

  it.each<Operator>(["contains", "starts_with", "ends_with", "gt", "gte", "lt", "lte", "range"])(
    "S7: rejects the operator %s",
    (operator) => {
      expect(issues("lent", operator, ["true", "true"])).toEqual([["value_error", "filter.operator"]])
    }
  )
})

describe("lower, values", () => {
  const matches = (field: string, test: ValueTest): Condition => ({ _tag: "ValueMatches", field, test })

  it.each(["-04-02", "--04-02", " 04-02 "])("S13: contains tests a date for the day of any year in %j", (value) => {
    expect(lowered("lent_at", "contains", value)).toEqual({ _tag: "InstantOnDay", field: "lent_at", day: "04-02" })
    const test: ValueTest = { _tag: "NumberOnDay", day: "04-02" }
    expect(lowered("bought", "contains", value)).toEqual(matches("bought", test))
    expect(lowered("bought", "not_contains", value)).toEqual(not(matches("bought", test)))
  })

  it.each(["-02-30", "-13-01", "-00-10", "1979-04-02", "1979", "-04-", "---04-02", "-4-2"])(
    "S13: %j is no day of any year",
    (value) => {
      expect(issues("bought", "contains", value)).toEqual([["datetime_parsing", "filter.value"]])
    }
  )

  it("S5: reports every invalid element of a list, and rejects an empty list", () => {
    expect(issues("tags", "equals", ["a", 1, " "])).toEqual([
      ["string_type", "filter.value[1]"],
      ["too_short", "filter.value[2]"]
    ])
    expect(issues("tags", "contains", [])).toEqual([["too_short", "filter.value"]])
  })

  it("S7: an integer must be safe and whole, and a decimal finite", () => {
    for (const value of [1.5, "1.5", 2 ** 53, "0x10", ""]) {
      expect(issues("pages", "equals", value)).toEqual([["int_parsing", "filter.value"]])
    }
    expect(lowered("weight", "equals", "1.5e1")).toEqual(lowered("weight", "equals", 15))
    for (const value of ["1e999", "one", Infinity]) {
      expect(issues("weight", "equals", value)).toEqual([["float_parsing", "filter.value"]])
    }
  })

  it("S6: exists tests whether there is an entry, also for booleans", () => {
    for (const field of ["genre", "tags", "pages", "signed"]) {
      expect(lowered(field, "exists")).toEqual({ _tag: "ValuePresent", field })
    }
  })

  it.each<[string, ReadonlyArray<Operator>]>([
    ["tags", ["starts_with", "ends_with", "range", "gt", "gte", "lt", "lte"]],
    ["pages", ["contains", "not_contains", "starts_with", "ends_with"]],
    ["weight", ["contains", "not_contains", "starts_with", "ends_with"]],
    ["bought", ["starts_with", "ends_with"]],
    ["signed", ["contains", "starts_with", "gt", "gte", "lt", "lte", "range"]]
  ])("S7: rejects operators that do not apply to %s", (name, operators) => {
    for (const operator of operators) {
      expect(issues(name, operator, ["true", "true"])).toEqual([["value_error", "filter.operator"]])
    }
  })
})

describe("lower, for every kind", () => {
  const names = ["title", "printed_at", "lent", "genre", "tags", "pages", "bought", "signed"]

  it("S1: a negated operator is the complement of the positive one", () => {
    const text = lowered("author", "contains", "x")
    expect(lowered("author", "not_equals", "x")).toEqual({ _tag: "Not", condition: lowered("author", "equals", "x") })
    expect(lowered("author", "not_contains", "x")).toEqual({ _tag: "Not", condition: text })
    for (const name of names) {
      expect(lowered(name, "not_exists")).toEqual({ _tag: "Not", condition: lowered(name, "exists") })
    }
  })

  it.each(["printed_at", "lent", "tags", "pages", "weight", "bought", "signed"])(
    "W9: an operator that does not fit %s is rejected with the valid ones",
    (name) => {
      const refusal = (operator: Operator) =>
        Result.match(reading(name, operator, "x"), {
          onFailure: (issues) => issues.find(({ path }) => path.at(-1) === "operator")?.message,
          onSuccess: () => undefined
        })
      const [fitting, refused] = Arr.partition(Operator.literals, (operator) =>
        refusal(operator) === undefined ? Result.succeed(operator) : Result.fail(operator)
      )
      expect(refused.length).toBeGreaterThan(0)
      for (const operator of refused) {
        expect(refusal(operator)).toBe(`is not supported by this field. Use one of ${fitting.join(", ")}`)
      }
    }
  )

  it("S6: exists tests whether there is a value, and booleans always have one", () => {
    expect(lowered("title", "exists")).toEqual({ _tag: "TextPresent", field: "title" })
    expect(lowered("printed_at", "exists")).toEqual({ _tag: "InstantPresent", field: "printed_at" })
    expect(lowered("lent", "exists")).toEqual({ _tag: "All", conditions: [] })
  })

  it.each(["", "x", false, 0, [], {}])("S7: a value with exists and not_exists is ignored: %j", (value) => {
    for (const name of names) {
      expect(lowered(name, "exists", value)).toEqual(lowered(name, "exists"))
      expect(lowered(name, "not_exists", value)).toEqual(lowered(name, "not_exists"))
    }
  })

  it("S7: every other operator needs a value, and null is no value", () => {
    for (const operator of Operator.literals.filter((name) => !name.endsWith("exists"))) {
      for (const value of [undefined, null]) {
        for (const name of names) expect(issues(name, operator, value)).toEqual([["missing", "filter.value"]])
      }
    }
  })

  it("S3: range requires exactly two values", () => {
    for (const name of ["title", "printed_at"]) {
      const value = "2024-02-29"
      expect(issues(name, "range", value)).toEqual([["list_type", "filter.value"]])
      expect(issues(name, "range", [])).toEqual([["too_short", "filter.value"]])
      expect(issues(name, "range", [value])).toEqual([["too_short", "filter.value"]])
      expect(issues(name, "range", [value, value])).toEqual([])
      expect(issues(name, "range", [value, value, value])).toEqual([["too_long", "filter.value"]])
    }
  })

  it("reports every invalid end of a range", () => {
    expect(issues("title", "range", [1, null])).toEqual([
      ["string_type", "filter.value[0]"],
      ["string_type", "filter.value[1]"]
    ])
    expect(issues("printed_at", "range", ["2024-02-29", "2023-02-29"])).toEqual([
      ["datetime_parsing", "filter.value[1]"]
    ])
  })
})
