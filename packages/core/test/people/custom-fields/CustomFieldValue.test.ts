import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import {
  type CustomField,
  type FieldType,
  FieldType as FieldTypes
} from "../../../src/people/custom-fields/CustomField.ts"
import { maxTextValueLength, readValue } from "../../../src/people/custom-fields/CustomFieldValue.ts"
import { definition, option } from "./Definition.ts"

const options = [
  option(1, { displayLabel: "Small", fieldKey: "small" }),
  option(2, { displayLabel: "Large", fieldKey: "large" }),
  option(3, { displayLabel: "Huge", fieldKey: "huge", archived: true }),
  // A label that is another option's key.
  option(4, { displayLabel: "small", fieldKey: "small_2" })
]

/** Reads a value of a sensitive field. */
const read = (fieldType: FieldType, value: unknown) => {
  const selectOptions = fieldType.includes("select") ? options : null
  return readValue(definition({ fieldType, sensitive: true, selectOptions }), value)
}

const lowerUuid = "0190a5a0-0000-7000-8000-00000000abcd"

/** Values that a field takes, with what it keeps of them, and values that it does not take. */
const examples: {
  readonly [Type in FieldType]: {
    readonly taken: ReadonlyArray<readonly [given: unknown, kept: unknown]>
    readonly refused: ReadonlyArray<unknown>
  }
} = {
  text: {
    taken: [" x ", "%", "\u0001", "😀", "👋".repeat(maxTextValueLength)].map((text) => [text, text]),
    refused: [1, true, ["x"], {}, "a\0b", "\ud800", "x".repeat(maxTextValueLength + 1), "\ufdfa".repeat(100)]
  },
  "number:integer": {
    taken: [
      ...[0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991].map((number) => [number, number] as const),
      [-0, 0],
      [2e3, 2_000]
    ],
    refused: [0.5, 9_007_199_254_740_992, NaN, Infinity, "1", true, [1], 1n]
  },
  "number:decimal": {
    taken: [...[0.1, -1.5e300, 5e-324, 2 ** 53 + 2].map((number) => [number, number] as const), [-0, 0]],
    refused: [NaN, Infinity, -Infinity, "0.1", true, [0.1], 1n]
  },
  "number:percentage": {
    taken: [12.5, -3, 250].map((number) => [number, number]),
    refused: [NaN, "12%", "12.5"]
  },
  checkbox: {
    taken: [true, false].map((value) => [value, value]),
    refused: [0, 1, "true", [true]]
  },
  date: {
    taken: ["2024-02-29", "0001-01-01", "9999-12-31"].map((date) => [date, date]),
    refused: ["2023-02-29", "2024-13-01", "2024-2-9", "24-02-09", "2024-02-29T00:00:00Z", " 2024-02-29", 0]
  },
  "date:relative": {
    taken: [["2024-02-29", "2024-02-29"]],
    refused: ["today", "+3d", "2024-02-30", "2024-02-29T00:00Z"]
  },
  "date:date_time": {
    taken: [
      "2024-02-29T12:00:00Z",
      "2024-02-29T12:00:00.123Z",
      "2024-02-29T12:00:00.123456789z",
      "2024-02-29T12:00+05:45",
      "2024-02-29t12:00:00-0330"
    ].map((text) => [text, text]),
    refused: ["2024-02-29", "2024-02-29T12:00:00", "2024-02-30T12:00:00Z", "2024-02-29T24:00:00Z", "12:00Z", 0]
  },
  "date:time": {
    taken: ["00:00", "23:59", "09:30:15"].map((time) => [time, time]),
    refused: ["24:00", "9:30", "09:60", "09:30:60", "09:30Z", "09:30:15.5", 930]
  },
  select: {
    taken: [
      // The exact label of an option counts before the key of another.
      ["small", "small_2"],
      ["Small", "small"],
      ["Large", "large"],
      [option(2).uuid, "large"],
      [option(2).uuid.toUpperCase(), "large"],
      ["small_2", "small_2"]
    ],
    refused: [
      "huge",
      "Huge",
      option(3).uuid,
      "SMALL",
      " small",
      "medium",
      1,
      true,
      ["small"],
      "__proto__",
      "constructor"
    ]
  },
  multiselect: {
    taken: [
      [["large"], ["large"]],
      [
        ["Large", option(1).uuid],
        ["large", "small"]
      ]
    ],
    refused: [
      "small",
      ["huge"],
      ["small", "huge"],
      ["Small", option(1).uuid],
      ["small", 1],
      [["small"]],
      { 0: "small" },
      [null]
    ]
  },
  user: {
    taken: [
      [lowerUuid, lowerUuid],
      [lowerUuid.toUpperCase(), lowerUuid]
    ],
    refused: ["ada", `{${lowerUuid}}`, ` ${lowerUuid}`, 1, [lowerUuid]]
  }
}

describe.each(FieldTypes.literals)("a value of type %s (F2)", (type) => {
  it("is stored in its intended form", () => {
    for (const [given, kept] of examples[type].taken) {
      assert.deepEqual<unknown>(read(type, given), Result.succeed(kept), JSON.stringify(given))
    }
  })

  it("is rejected if invalid, with a reason that does not contain the value (F6)", () => {
    for (const given of [...examples[type].refused, undefined, {}, Symbol("x")]) {
      const reading = read(type, given)
      const reason = Result.isFailure(reading) ? reading.failure.message : ""
      assert.isNotEmpty(reason, String(given))
      assert.isFalse(typeof given === "string" && given.length > 4 && reason.includes(given), String(given))
    }
  })

  it("is null for null or a blank string", () => {
    for (const given of [null, "", " \t\u00a0"]) assert.deepEqual(read(type, given), Result.succeed(null))
  })

  it("is parsed to a value or a reason for any JSON, never an exception", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const reading = read(type, value)
        if (Result.isSuccess(reading)) assert.deepStrictEqual(read(type, reading.success), reading)
        else assert.match(reading.failure.message, /^(must|is)/)
      })
    )
  })
})

describe("an option that a field lacks", () => {
  const messageOf = (value: unknown, fields: Partial<CustomField>) =>
    Result.match(readValue(definition({ fieldType: "select", selectOptions: options, ...fields }), value), {
      onFailure: ({ message }) => message,
      onSuccess: () => ""
    })

  it("W9: is rejected with the names of the existing options, and so is an archived option", () => {
    assert.strictEqual(messageOf("medium", {}), "is not one of the options Small, Large, small")
    assert.strictEqual(messageOf("huge", {}), "is an archived option. Choose another option Small, Large, small")
    const several = messageOf(["small", "medium"], { fieldType: "multiselect" })
    assert.strictEqual(several, "is not one of the options Small, Large, small")
  })

  it("W9: lists at most twenty options, and the number of the others", () => {
    const many = Array.from({ length: 23 }, (_, n) => option(n + 1))
    const named = many.slice(0, 20).map(({ displayLabel }) => displayLabel)
    assert.strictEqual(
      messageOf("x", { selectOptions: many }),
      `is not one of the options ${named.join(", ")} and 3 more`
    )
    assert.notInclude(messageOf("x", { selectOptions: many.slice(0, 20) }), "more")
  })

  it("F6, W9: lists no options if the field is sensitive", () => {
    assert.strictEqual(messageOf("medium", { sensitive: true }), "is not one of the options")
    assert.strictEqual(messageOf("huge", { sensitive: true }), "is an archived option. Choose another option")
  })
})
