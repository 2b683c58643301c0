import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { fieldKeyPattern } from "../../../src/people/custom-fields/CustomField.ts"
import { freeKey, isReservedKey, keyMaker, slug, Transliteration } from "../../../src/people/custom-fields/FieldKey.ts"
import { keyIssues } from "../../../src/people/custom-fields/CustomFieldRules.ts"
import { reservedKeys } from "../../../src/people/contact-fields/PredefinedFields.ts"

const names = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.string({ minLength: 240, maxLength: 600 }))

/** A slug that is long enough for every suffix to have to cut it. */
const keys = fc.oneof(names.map(slug), fc.constant("x".repeat(250)))

describe("slug (F1)", () => {
  it.each([
    ["Shoe size", "shoe_size"],
    ["  Shoe -- size?! ", "shoe_size"],
    ["E-Mail (private)", "e_mail_private"],
    ["2nd phone", "field_2nd_phone"],
    ["_hidden", "hidden"],
    ["__proto__", "proto"],
    ["constructor", "constructor"],
    ["'; DROP TABLE contacts; --", "drop_table_contacts"],
    ["$.x", "x"],
    ["???", "field"],
    ["", "field"]
  ])("turns %j into %s", (name, key) => {
    expect(slug(name)).toBe(key)
  })

  it("returns a key for every name", () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(slug(name)).toMatch(fieldKeyPattern)
      })
    )
  })

  it("leaves a key unchanged unless it ends with an underscore or has two in a row", () => {
    const key = fc.stringMatching(/^[a-z](?:_?[a-z0-9]){0,100}$/)
    fc.assert(
      fc.property(key, (key) => {
        expect(slug(key)).toBe(key)
      })
    )
  })

  it("never ends with an underscore after truncation", () => {
    expect(slug(`${"x".repeat(249)} y`)).toBe("x".repeat(249))
  })
})

describe("freeKey (F1)", () => {
  it("returns the key itself, then _2, _3...", () => {
    const taken = new Set<string>()
    for (const expected of ["size", "size_2", "size_3", "size_4"]) {
      const key = freeKey("size", (key) => taken.has(key))
      expect(key).toBe(expected)
      taken.add(key)
    }
  })

  it("returns a free key within the maximum length, whatever keys are taken", () => {
    fc.assert(
      fc.property(keys, fc.nat({ max: 120 }), (key, count) => {
        const taken = new Set<string>()
        for (let n = 0; n <= count; n++) {
          const free = freeKey(key, (key) => taken.has(key))
          expect(taken.has(free)).toBe(false)
          expect(free).toMatch(fieldKeyPattern)
          taken.add(free)
        }
      }),
      { numRuns: 20 }
    )
  })
})

describe("a requested key (F1)", () => {
  it.each(["a", "shoe_size", "a__b", "a_", "x9", "constructor", "select", "uuid", "x".repeat(250)])(
    "may be %s",
    (key) => {
      expect(keyIssues(key)).toEqual([])
    }
  )

  it.each(["", "A", "9x", "_x", "__proto__", "shoe size", "a.b", "$.x", "é", "a'", "a\n", "x".repeat(251)])(
    "may not be %j",
    (key) => {
      expect(keyIssues(key)).toMatchObject([{ code: "string_pattern_mismatch", path: ["fieldKey"] }])
    }
  )

  it.each([...reservedKeys])("may not be the predefined %s", (key) => {
    expect(isReservedKey(key)).toBe(true)
    expect(keyIssues(key)).toMatchObject([{ code: "value_error", path: ["fieldKey"] }])
  })
})

describe("the default transliteration", () => {
  it.effect("folds case, removes marks and splits compatibility characters", () =>
    Effect.gen(function* () {
      const keyOf = keyMaker(yield* Transliteration)
      expect(yield* keyOf("Größe in Zoll")).toBe("grosse_in_zoll")
      expect(yield* keyOf("Âge préféré")).toBe("age_prefere")
      expect(yield* keyOf("Ｓｉｚｅ ①")).toBe("size_1")
      expect(yield* keyOf("身長")).toBe("field")
    })
  )

  it.effect("is not loaded for a name in ASCII, which has the same key without it", () =>
    Effect.gen(function* () {
      const keyOf = keyMaker(Effect.die("loaded"))
      const withDefault = keyMaker(yield* Transliteration)
      for (const name of ["Shoe SIZE", "2nd phone~", "", "a\u007fb"]) {
        expect(yield* keyOf(name)).toBe(yield* withDefault(name))
      }
      expect((yield* Effect.exit(keyOf("é")))._tag).toBe("Failure")
    })
  )
})
