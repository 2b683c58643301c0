import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { decimalSignOf, readNumber } from "../../src/values/Numbers.ts"

const grouped = (whole: number, sign: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, sign)

describe("I9: a number", () => {
  it("is read with either decimal separator and with thousands separators", () => {
    const spelled = fc.record({
      whole: fc.nat(9_999_999),
      cents: fc.integer({ min: 10, max: 99 }),
      minus: fc.constantFrom("", "-", "−"),
      signs: fc.constantFrom(
        [".", ","],
        [",", "."],
        [",", " "],
        [",", "\u00a0"],
        [",", "\u202f"],
        [".", "'"],
        [",", ""],
        [".", ""]
      ),
      around: fc.constantFrom(["", ""], ["€ ", ""], ["", " €"], ["$", ""], ["", " %"], ["", " EUR"])
    })
    fc.assert(
      fc.property(spelled, ({ around, cents, minus, signs: [decimal = "", group = ""], whole }) => {
        const text = `${around[0]}${minus}${grouped(whole, group)}${decimal}${cents}${around[1]}`
        const value = (minus === "" ? 1 : -1) * Number(`${whole}.${cents}`)
        assert.deepStrictEqual(readNumber(text), { value, isGuess: false }, text)
      })
    )
  })

  it("with one group of three digits is a guess, unless the column decides", () => {
    assert.deepStrictEqual(readNumber("1,234"), { value: 1234, isGuess: true })
    assert.deepStrictEqual(readNumber("1,234", ","), { value: 1.234, isGuess: false })
    assert.deepStrictEqual(readNumber("1,234", "."), { value: 1234, isGuess: false })
    assert.deepStrictEqual(readNumber("1.234", ","), { value: 1234, isGuess: false })
    assert.deepStrictEqual(readNumber("1.234"), { value: 1.234, isGuess: false })
    assert.deepStrictEqual(readNumber("1.234.567"), { value: 1_234_567, isGuess: false })
    const signs = ["3,5", "3.5", "1.234,5", "1,234.5", "1.234.567", "1,234", "12", "x,5"].map(decimalSignOf)
    assert.deepStrictEqual(signs, [",", ".", ",", ".", ",", undefined, undefined, undefined])
  })

  it.each([
    ["(1,234.50)", -1234.5],
    ["($1234.50)", -1234.5],
    ["-$5.00", -5],
    ["$ -5", -5],
    ["1234-", -1234],
    ["12,34,567.89", 1_234_567.89],
    ["R$ 1.234,56", 1234.56],
    ["5 zł", 5],
    ["CHF 1'234.50", 1234.5],
    ["1 234,50 $ CA", 1234.5],
    ["١٬٢٣٤٫٥", 1234.5],
    ["１２３．５", 123.5],
    ["0,500", 0.5]
  ])("in accounting format and in other scripts is read: %s", (text, value) => {
    assert.deepStrictEqual(readNumber(text), { value, isGuess: false })
  })

  it("is invalid with a unit, a note or an extra sign", () => {
    for (const text of ["5 km", "5 ft", "5K", "5 $ mio", "5²", "5½", "(-5)", "-5-", "$5€", "5%%", "((5))"]) {
      assert.isUndefined(readNumber(text), text)
    }
  })

  it("is read as before if it is written for programs", () => {
    for (const text of ["-1.50", "1e3", "9.9213206E7", ".5", "+7", "0"]) {
      assert.deepStrictEqual(readNumber(text), { value: Number(text), isGuess: false }, text)
    }
    for (const text of ["", "many", "1e999", "1,2,3", "1.2.3", "12 34", "3,5,", "1,234.567.8", "0x10", "--1"]) {
      assert.isUndefined(readNumber(text), text)
    }
  })
})
