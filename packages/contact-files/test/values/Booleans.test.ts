import { assert, describe, it } from "@effect/vitest"
import { booleanWords, readBoolean } from "../../src/values/Booleans.ts"

describe("I9: a checkbox", () => {
  it.each([
    ["true", booleanWords.yes, true],
    ["false", booleanWords.no, false]
  ] as const)("is %s for each of its words, in any case and with surrounding whitespace", (_, words, value) => {
    for (const word of words) {
      for (const spelling of [word, word.toUpperCase(), ` ${word}\u00a0`, `\u200e${word}`]) {
        assert.strictEqual(readBoolean(spelling), value, spelling)
      }
    }
  })

  it("accepts what spreadsheets write in other languages, and nothing else", () => {
    for (const text of ["WAHR", "Vrai", "VERDADERO", "SÍ", "Evet", "ДА", "是"]) assert.isTrue(readBoolean(text), text)
    for (const text of ["FALSCH", "Faux", "HAYIR", "Não", "нет"]) assert.isFalse(readBoolean(text), text)
    for (const text of ["", "maybe", "2", "10", "yes please"]) assert.isUndefined(readBoolean(text), text)
  })
})
