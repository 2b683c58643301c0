import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import type { CustomFieldValues } from "../../../src/people/custom-fields/CustomFieldValue.ts"
import {
  applyChanges,
  applyEntries,
  changeValues,
  type GivenValues
} from "../../../src/people/custom-fields/ValueChanges.ts"
import { CustomFieldUuid } from "../../../src/shared/Ids.ts"
import { definition, option } from "./Definition.ts"
import { placeOf } from "../../../src/shared/Issue.ts"

const uuid = (n: number) => CustomFieldUuid.make(`00000000-0000-4000-8007-${String(n).padStart(12, "0")}`)

const fields = {
  city: definition({ uuid: uuid(1), fieldKey: "city" }),
  age: definition({ uuid: uuid(2), fieldKey: "age", fieldType: "number:integer" }),
  tags: definition({
    uuid: uuid(3),
    fieldKey: "tags",
    fieldType: "multiselect",
    selectOptions: [option(1), option(2), option(3), option(8, { archived: true }), option(9, { archived: true })]
  }),
  tier: definition({
    uuid: uuid(6),
    fieldKey: "tier",
    fieldType: "select",
    selectOptions: [option(1), option(8, { archived: true }), option(9, { archived: true })]
  }),
  born: definition({ uuid: uuid(4), fieldKey: "born", fieldType: "date", editable: false }),
  constructor: definition({ uuid: uuid(5), fieldKey: "constructor" })
}
const definitions = Object.values(fields)

const change = (given: GivenValues, present: CustomFieldValues = {}, contact: "new" | "known" = "known") =>
  changeValues(given, present, definitions, contact)

const changes = (...args: Parameters<typeof change>) => Result.getOrThrow(change(...args))

const issues = (...args: Parameters<typeof change>) =>
  Result.match(change(...args), {
    onFailure: (issues) => issues.map(({ code, path }) => [code, placeOf(path)]),
    onSuccess: () => []
  })

describe("changeValues", () => {
  it("returns each change with the form in which searches find it", () => {
    expect(
      changes({ city: " Zürich ", age: 7, tags: ["Option 2", "option_1"], born: "1970-01-02" }, {}, "new")
    ).toEqual([
      { field: uuid(1), key: "city", value: " Zürich ", entries: [{ text: "zürich" }] },
      { field: uuid(2), key: "age", value: 7, entries: [{ number: 7 }] },
      {
        field: uuid(3),
        key: "tags",
        value: ["option_2", "option_1"],
        entries: [{ text: "option_2" }, { text: "option_1" }]
      },
      { field: uuid(4), key: "born", value: "1970-01-02", entries: [{ number: 86_400_000 }] }
    ])
  })

  it("null clears the value and leaves no entry", () => {
    expect(changes({ city: null }, { city: "Bern" })).toEqual([
      { field: uuid(1), key: "city", value: null, entries: [] }
    ])
  })

  it.each([
    ["city", " \t\u00a0"],
    ["age", ""],
    ["born", ""],
    ["tags", ""],
    ["tags", []]
  ])("F2: a blank %s clears like null: %j", (key, value) => {
    const present = { city: "Bern", age: 7, born: "1970-01-02", tags: ["option_1"] }
    expect(changes({ [key]: value }, present, "new")).toMatchObject([{ key, value: null, entries: [] }])
    expect(changes({ [key]: value })).toEqual([])
  })

  it("an equal value is no change", () => {
    const present = { city: "Bern", age: 0, tags: ["option_1", "option_2"] }
    expect(changes({ ...present, born: null }, present)).toEqual([])
    expect(changes({ tags: ["Option 1", option(2).uuid] }, present)).toEqual([])
    expect(changes({ tags: ["option_2", "option_1"] }, present)).toHaveLength(1)
  })

  it("false and 0 are values (S6)", () => {
    expect(changes({ age: 0 })).toMatchObject([{ value: 0, entries: [{ number: 0 }] }])
  })

  it("F2: every unknown key and every invalid value is an issue with its key", () => {
    expect(issues({ town: "Bern", age: "7", city: "ok", tags: ["option_7"], __proto__: 1 })).toEqual([
      ["unknown_field", "customFields.town"],
      ["value_error", "customFields.age"],
      ["unknown_option", "customFields.tags"]
    ])
    expect(
      issues(
        Object.fromEntries([
          ["__proto__", 1],
          ["toString", 2]
        ])
      )
    ).toEqual([
      ["unknown_field", "customFields.__proto__"],
      ["unknown_field", "customFields.toString"]
    ])
    expect(issues({ town: null })).toEqual([["unknown_field", "customFields.town"]])
  })

  it("F3: a contact keeps its archived option, given by any of its names, and no other contact gets it", () => {
    const present = { tier: "option_8" }
    for (const tier of ["option_8", option(8).uuid, "Option 8"]) {
      expect(changes({ tier }, present)).toEqual([])
      expect(issues({ tier })).toEqual([["archived_option", "customFields.tier"]])
      expect(issues({ tier }, {}, "new")).toEqual([["archived_option", "customFields.tier"]])
    }
    expect(issues({ tier: "option_9" }, present)).toEqual([["archived_option", "customFields.tier"]])
    expect(changes({ tier: "option_1" }, present)).toMatchObject([{ value: "option_1" }])
    expect(issues({ tier: "option_8" }, { tier: "option_1", tags: ["option_8"] })).toEqual([
      ["archived_option", "customFields.tier"]
    ])
  })

  it("F3: a multiselect keeps its archived options when others are added or removed", () => {
    const present = { tags: ["option_8", "option_1"] }
    expect(changes({ tags: ["option_8", "option_1"] }, present)).toEqual([])
    expect(changes({ tags: ["Option 8", "option_1", "option_2"] }, present)).toMatchObject([
      { value: ["option_8", "option_1", "option_2"] }
    ])
    expect(changes({ tags: ["option_8"] }, present)).toMatchObject([{ value: ["option_8"] }])
    expect(changes({ tags: ["option_1"] }, present)).toMatchObject([{ value: ["option_1"] }])
    expect(issues({ tags: ["option_8", "option_9"] }, present)).toEqual([["archived_option", "customFields.tags"]])
  })

  it("F5: a non-editable field accepts a value on a new contact, and the same value again", () => {
    expect(changes({ born: "2000-01-01" }, {}, "new")).toHaveLength(1)
    expect(changes({ born: "2000-01-01" }, { born: "2000-01-01" })).toEqual([])
    for (const born of ["2000-01-02", null]) {
      expect(issues({ born }, { born: "2000-01-01" })).toEqual([["not_editable", "customFields.born"]])
    }
    expect(issues({ born: "2000-01-01" })).toEqual([["not_editable", "customFields.born"]])
  })

  it("a key that is a member of every object is treated as an ordinary key", () => {
    expect(changes({ constructor: "x" })).toMatchObject([{ key: "constructor", value: "x" }])
    expect(changes({ constructor: null })).toEqual([])
    const fixed = definition({ fieldKey: "constructor", editable: false })
    expect(changeValues({ constructor: null }, {}, [fixed], "known")).toEqual(Result.succeed([]))
  })
})

describe("applyChanges", () => {
  const values = fc.dictionary(
    fc.constantFrom("city", "age", "__proto__", "constructor", "toString", "$.x"),
    fc.oneof(fc.string(), fc.integer(), fc.boolean())
  )

  it("sets given values, removes null values, keeps the others; keys are data", () => {
    fc.assert(
      fc.property(values, values, fc.uniqueArray(fc.constantFrom("city", "__proto__")), (before, set, cleared) => {
        const given = new Map<string, string | number | boolean | null>([
          ...Object.entries(set),
          ...cleared.map((key) => [key, null] as const)
        ])
        const changes = [...given].map(([key, value]) => ({ field: uuid(1), key, value, entries: [] }))
        const after = applyChanges(before, changes)
        const expected = new Map<string, unknown>([...Object.entries(before), ...given])
        for (const [key, value] of expected) if (value === null) expected.delete(key)
        expect(new Map(Object.entries(after))).toEqual(expected)
        expect(Object.getPrototypeOf(after)).toBe(Object.prototype)
      })
    )
  })
})

describe("applyEntries", () => {
  it("follows the value changes field by field, and does not modify its input", () => {
    const before = applyEntries(new Map(), changes({ city: "Bern", age: 7 }))
    expect(before).toEqual(
      new Map<string, unknown>([
        [uuid(1), [{ text: "bern" }]],
        [uuid(2), [{ number: 7 }]]
      ])
    )
    const after = applyEntries(before, changes({ city: null, age: 8, tags: ["option_1"] }, { city: "Bern", age: 7 }))
    expect(after).toEqual(
      new Map<string, unknown>([
        [uuid(2), [{ number: 8 }]],
        [uuid(3), [{ text: "option_1" }]]
      ])
    )
    expect(before.size).toBe(2)
    expect(applyEntries(after, [])).toBe(after)
  })
})
