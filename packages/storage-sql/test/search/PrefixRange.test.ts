import { assert, describe, it } from "@effect/vitest"
import { compareCodePoints } from "@rollcall/core/storage"
import * as fc from "fast-check"
import { afterPrefix } from "../../src/search/PrefixRange.ts"

/** Characters around every place where the order of code points is not the order of something else. */
const character = fc.constantFrom("a", "b", "\u007f", "\u0080", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}")
const text = fc.array(character, { maxLength: 4 }).map((characters) => characters.join(""))
const prefix = text.filter((value) => value !== "")

describe("the strings that start with a prefix", () => {
  it("are exactly those from the prefix up to the string after it (S2, S3)", () => {
    fc.assert(
      fc.property(prefix, text, (prefix, text) => {
        const end = afterPrefix(prefix)
        const isWithin = compareCodePoints(text, prefix) >= 0 && (end === undefined || compareCodePoints(text, end) < 0)
        assert.strictEqual(isWithin, text.startsWith(prefix))
      }),
      { numRuns: 20_000 }
    )
  })

  it("have no upper end if the prefix consists of the last code point", () => {
    assert.isUndefined(afterPrefix("\u{10ffff}\u{10ffff}"))
    assert.strictEqual(afterPrefix("a\u{10ffff}"), "b")
    assert.strictEqual(afterPrefix("a\ud7ff"), "a\ue000")
  })
})
