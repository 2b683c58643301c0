import { describe, expect, it } from "@effect/vitest"
import { Buffer } from "node:buffer"
import { Option } from "effect"
import fc from "fast-check"
import {
  compareCodePoints,
  editDistance,
  fold,
  growsFolded,
  isLonger,
  isShorter,
  isStorable,
  letters,
  nearest
} from "../../src/shared/Text.ts"
import { codePoints, compatibilityCaseless } from "./CaseFolding.ts"

/** Texts of characters that fold, decompose, compose or change their order. */
const awkward = fc.string({
  unit: fc.constantFrom(
    ...Array.from("aAiIıİßẞςσΣﬁǰŉᾳᾼΐΩKſẛᎠꭰ가ﷺ½¨𝒳𐐀😀\u0301\u0307\u0323\u0345\u0308\u1100\u1161\u11a8")
  ),
  maxLength: 12
})
const text = fc.oneof(awkward, fc.string({ unit: "binary", maxLength: 20 }))

describe("growsFolded (S2)", () => {
  it("limits a folded string's length by the string's length", () => {
    const slow = fc.string({ unit: fc.constantFrom(...Array.from("\ufdfaﷲßﬃŉΐ㌔½가a\u0344")), maxLength: 300 })
    fc.assert(
      fc.property(fc.oneof(text, slow), (value) => {
        // A letter that is two in lower case, as the sharp s, may double what ligatures have doubled.
        const bound = growsFolded(value) ? Infinity : 2 * (2 * value.length + 64)
        expect(fold(value).length).toBeLessThanOrEqual(bound)
      }),
      { numRuns: 500 }
    )
    expect(growsFolded("\ufdfa".repeat(10_000))).toBe(true)
    expect(fold("\ufdfa")).toHaveLength(18)
  })

  it("accepts ordinary strings", () => {
    for (const line of [
      "Straße ",
      "한국어 ",
      "Việt Nam ",
      "\ufdfa محمد بن عبد الله ",
      "㈱山田 ½ ﬁﬂ ",
      "Ελληνικά ",
      "👩‍👩‍👧 "
    ]) {
      expect(growsFolded(line)).toBe(false)
      expect(growsFolded(line.repeat(200))).toBe(false)
    }
  })
})

describe("fold (S2)", () => {
  it("keeps the classes of Unicode's full case folding for every code point that is not ignored", () => {
    const wrong: Array<string> = []
    for (const codePoint of codePoints()) {
      const char = String.fromCodePoint(codePoint)
      const reference = compatibilityCaseless(char)
      const folded = fold(char)
      if (fold(reference) !== folded || compatibilityCaseless(folded) !== reference) wrong.push(codePoint.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it("matches two strings exactly when Unicode does", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(compatibilityCaseless(value))).toBe(fold(value))
        expect(compatibilityCaseless(fold(value))).toBe(compatibilityCaseless(value))
      }),
      { numRuns: 2_000 }
    )
  })

  it("does not change when done again", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(fold(value))).toBe(fold(value))
      }),
      { numRuns: 2_000 }
    )
  })

  it("is the same for canonically equivalent strings", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(value.normalize("NFD"))).toBe(fold(value.normalize("NFC")))
      }),
      { numRuns: 2_000 }
    )
  })

  it.each([
    ["ΣΊΣΥΦΟΣ", "σίσυφοσ"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["ﬁn", "fin"],
    ["İ", "i\u0307"],
    ["I", "i"],
    ["ı", "ı"],
    ["１２３", "123"],
    ["e\u0301", "é"],
    ["100%_\\", "100%_\\"]
  ])("folds %j to %j", (value, folded) => {
    expect(fold(value)).toBe(folded)
  })
})

describe("compareCodePoints (S3)", () => {
  it("orders like the bytes of UTF-8", () => {
    const char = fc.constantFrom("a", "b", "z", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "😀", "\u{10ffff}")
    const strings = fc.oneof(fc.string({ unit: char, maxLength: 6 }), fc.string({ unit: "binary", maxLength: 8 }))
    fc.assert(
      fc.property(strings, strings, (a, b) => {
        expect(compareCodePoints(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("the length of a string (W8)", () => {
  it.each(["x", "é", "\u0301", "👋", "\u{10ffff}", "\ud800"])("counts each code point once: %j", (character) => {
    const text = character.repeat(250)
    expect([isLonger(text, 249), isLonger(text, 250), isLonger(text, 251)]).toEqual([true, false, false])
    expect([isShorter(text, 249), isShorter(text, 250), isShorter(text, 251)]).toEqual([false, false, true])
  })

  it("accepts strings of any length", () => {
    const text = "👋".repeat(1_000_000)
    expect([isLonger(text, 250), isLonger(text, Infinity), isShorter(text, 3)]).toEqual([true, false, false])
    expect([isLonger("", 0), isShorter("", 0), isShorter("", 1)]).toEqual([false, false, true])
  })
})

describe("isStorable", () => {
  it.each(["\0", "a\0b", "\ud800", "a\udc00", "\udc00\ud800"])("rejects %j", (value) => {
    expect(isStorable(value)).toBe(false)
  })

  it.each(["", "a", "😀", "\u0001", "\uffff", "\u{10ffff}"])("accepts %j", (value) => {
    expect(isStorable(value)).toBe(true)
  })
})

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["first_name", "first_name", 0],
    ["fist_name", "first_name", 1],
    ["firstt_name", "first_name", 1],
    ["firsd_name", "first_name", 1],
    ["frist_name", "first_name", 1],
    ["ba", "ab", 1],
    ["kitten", "sitting", 3],
    ["last_name", "first_name", 3]
  ] as const)("from %j to %j", (one, other, expected) => {
    expect(editDistance(one, other)).toBe(expected)
    expect(editDistance(other, one)).toBe(expected)
  })

  it("is at least the difference in length and at most the longer length, and grows by one with a character", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const distance = editDistance(one, other)
        expect(distance === 0).toBe(one === other)
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length))
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
        expect(Math.abs(editDistance(`${one}x`, other) - distance)).toBeLessThanOrEqual(1)
      })
    )
  })
})

describe("nearest", () => {
  it.each([
    ["firstname", ["lastName", "firstName"], "firstName"],
    ["frist_name", ["lastName", "firstName"], "firstName"],
    ["store", ["storage", "settings"], "storage"],
    ["chunks", ["chunk", "lease"], "chunk"],
    ["nope", ["inbox", "search", "dispatch"], undefined],
    ["connectionString", ["oneConnection", "url"], undefined],
    ["valid_to", ["valid_until", "name"], "valid_until"],
    ["x", ["id", "of"], undefined],
    ["x", [], undefined]
  ] as const)("of %j among %j is %j", (name, known, expected) => {
    expect(Option.getOrUndefined(nearest(name, known))).toBe(expected)
  })

  it("is a known name with at most a third of its letters different, with another first word allowed, and none is nearer", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "C", "_"), maxLength: 9 })
    const beginning = (text: string) => (others: ReadonlyArray<string>) => others.map((other) => `${text}${other}`)
    const distance = (one: string, other: string) => editDistance(letters(one), letters(other))
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }).map(beginning("k_")), (given, known) => {
        const close = known.filter((other) => distance(given, other) <= letters(other).length / 3)
        const found = Option.getOrUndefined(nearest(given, known))
        expect(found === undefined).toBe(close.length === 0)
        if (found === undefined) return
        expect(close).toContain(found)
        expect(distance(given, found)).toBe(Math.min(...close.map((other) => distance(given, other))))
      })
    )
  })
})
