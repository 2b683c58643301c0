import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { fold } from "../../../../src/shared/Text.ts"
import { apostrophes, latinLetters, otherLetters } from "../../../../src/people/search/terms/UnaccentedLetters.ts"
import { unaccented } from "../../../../src/people/search/terms/UnaccentedText.ts"
import { codePoints } from "../../../shared/CaseFolding.ts"

/** Texts of what changes, what stays, and what composes or is put in order with its neighbours. */
const awkward = fc.string({
  unit: fc.constantFrom(
    ...Array.from(
      "aeiIıİßœøđþéậώёйאשׁأئمُـかがｶﾞकी각7 -'’`´¨ʼ\u0301\u0307\u0308\u0323\u0327\u0328\u3099\u093c\u0e35\u200d"
    )
  ),
  maxLength: 12
})
const folded = fc.oneof(awkward, fc.string({ unit: "binary", maxLength: 12 })).map(fold)

describe("a string without accents (S2)", () => {
  it.each([
    ["Álvaro Černý", "alvaro cerny"],
    ["A\u0301lvaro C\u030cerny\u0301", "alvaro cerny"],
    ["Łukasiewicz", "lukasiewicz"],
    ["Zażółć gęślą jaźń", "zazolc gesla jazn"],
    ["İSTANBULLU Iğdır ısparta", "istanbullu igdir isparta"],
    ["Müller-Lüdenscheidt, STRAẞE", "muller-ludenscheidt, strasse"],
    ["Ørsted Åse Ægir Đorđe Þórður Guðrún", "orsted ase aegir dorde thordur gudrun"],
    ["Œuvre", "oeuvre"],
    ["Nguyễn Thị Đặng Phượng", "nguyen thi dang phuong"],
    ["Ｊｏsé ᴀʟᴇx", "jose alex"],
    ["Αθηνά Ἀθηνᾶ Μαΐου ΣΊΣΥΦΟΣ", "αθηνα αθηνα μαιου σισυφοσ"],
    ["Алёна Ки\u0301ев", "алена киев"],
    ["שָׁלוֹם עֲלֵיכֶם ג׳ורג׳", "שלום עליכם ג'ורג'"],
    ["مُحَمَّد أحمد إبراهيم آمنة محـــمد", "محمد احمد ابراهيم امنة محمد"]
  ])("%j becomes %j", (text, expected) => {
    expect(unaccented(fold(text))).toBe(expected)
  })

  it.each([
    ["another letter in Cyrillic", "Йошкар їжак Ѓорче ў"],
    ["another letter in Arabic", "رئيس مؤمن فاطمة"],
    ["the voice of a Japanese letter", "かがはばぱ ｶﾞ か\u3099"],
    ["a vowel of Devanagari, and its nukta", "की कि क\u093c"],
    ["a vowel or a tone of Thai", "กี ก่า"],
    ["a syllable of Korean", "각 가"],
    ["a Chinese character", "王小明"],
    ["a mark of a symbol", "a ≠ b"],
    ["a letter that people type as it is", "ə ɔ ʃ"],
    ["curly quotes", "“x” „y“"]
  ])("keeps %s", (_, text) => {
    expect(unaccented(fold(text))).toBe(fold(text))
  })

  it.each(Array.from(`'´\u0384\uff07${apostrophes}`))("has one apostrophe for %j", (apostrophe) => {
    expect(unaccented(fold(`O${apostrophe}Brien`))).toBe("o'brien")
  })

  it("has each letter once, in folded form, and only letters without a decomposition", () => {
    const letters = Object.values(latinLetters).join("")
    expect(new Set(letters).size).toBe(Array.from(letters).length)
    for (const letter of `${letters}${Object.values(otherLetters).join("")}${apostrophes}`) {
      expect(fold(letter)).toBe(letter)
    }
    expect(letters.normalize("NFD")).toBe(letters)
  })

  it("has a Latin letter with marks as ASCII letters, in any normalization form", () => {
    const left: Array<string> = []
    for (const codePoint of codePoints()) {
      const char = String.fromCodePoint(codePoint)
      if (!/[A-Za-z]\p{M}/u.test(char.normalize("NFD"))) continue
      const forms = [char, char.normalize("NFD")].map((form) => unaccented(fold(form)))
      if (forms.some((form) => !/^[a-z]+$/.test(form)) || forms[0] !== forms[1]) left.push(char)
    }
    expect(left).toEqual([])
  })

  it("is made code point by code point, except for the two that fold to a single acute", () => {
    fc.assert(
      fc.property(folded, folded, (one, other) => {
        fc.pre(!(one.endsWith(" ") && other.startsWith("\u0301")))
        expect(unaccented(one + other)).toBe(unaccented(one) + unaccented(other))
      }),
      { numRuns: 5_000 }
    )
  })

  it("does not change when done again", () => {
    fc.assert(
      fc.property(folded, (text) => {
        expect(unaccented(unaccented(text))).toBe(unaccented(text))
      }),
      { numRuns: 2_000 }
    )
  })

  it("no visible character folds to a string that ends with whitespace, so no token ends inside an acute", () => {
    const ending: Array<string> = []
    for (const codePoint of codePoints()) {
      const char = String.fromCodePoint(codePoint)
      if (!/\s/u.test(char) && /\s$/u.test(fold(char))) ending.push(char)
    }
    expect(ending).toEqual([])
  })
})
