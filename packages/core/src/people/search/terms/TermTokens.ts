import * as Arr from "effect/Array"
import { digitsIn } from "../../identifiers/Digits.ts"
import { fold } from "../../../shared/Text.ts"

/** The minimum and maximum number of digits of a phone number written in several parts. E.164 allows at most 15. */
const [fewest, most] = [7, 15]

/**
 * Returns the folded tokens of a search term: its words without surrounding punctuation. Adjacent words that together
 * form a phone number are one token, as in `+1 (415) 555-0177`. Punctuation is a token only if the term has nothing
 * else.
 *
 * @see docs/contributing/decisions.md, S8
 */
export const termTokens = (term: string): ReadonlyArray<string> => {
  const written = term.split(/\s+/u).map(fold).filter(isNotEmpty)
  const tokens: Array<string> = []
  let parts: Array<string> = []
  const endNumber = () => {
    const { length } = dialledDigits(parts.join(""))
    tokens.push(...(length >= fewest && length <= most ? [parts.join(" ")] : parts.map(bare)))
    parts = []
  }
  for (const token of written) {
    const word = bare(token)
    const part = phonePart.test(word) && !phonePart.test(token) ? token.replace(quotes, "") : token
    if (phonePart.test(part)) parts.push(part)
    else {
      endNumber()
      tokens.push(word)
    }
  }
  endNumber()
  const words = tokens.filter(isNotEmpty)
  return words.length > 0 ? words : written
}

const isNotEmpty = (text: string): boolean => text !== ""

/**
 * Removes the punctuation around a token, such as quotes, brackets and commas. Keeps marks that people search for, as
 * in `@example.org`, `#7`, `.com` and `50%`.
 */
const bare = (token: string): string => token.replace(before, "").replace(after, "")
const before = /^(?:(?![@#&*%/\\_.-])[\p{P}<>`|])+/u
const after = /(?:(?![@#&*%/\\_])[\p{P}<>`|])+$/u

/** Punctuation around a phone number that does not belong to it. */
const quotes = /^[^\d+(]+|[^\d)]+$/gu

/**
 * Returns the digits of a token to look for in phone numbers. Empty unless the token is written as a number with at least
 * four digits. If at least seven digits remain, also returns the digits without dialling prefixes: `00`, and the zero that
 * is dialled only within a country, as in `0049 170 ...`, `+44 (0)20 ...` and `0170 ...`.
 */
export const phoneDigits = (token: string): ReadonlyArray<string> => {
  const written = digitsIn(token)
  if (!phone.test(token) || written.length < 4) return []
  const dialled = dialledDigits(token)
  return dialled.length < fewest || dialled === written ? [written] : [written, dialled]
}

/**
 * Returns the digit forms of an operand that is written as a phone number or a part of a number; empty for any other
 * operand. The forms are the digits as written, the digits without `(0)`, and, if the operand is the beginning of a number,
 * the digits without a leading `00`. Duplicates are removed.
 */
export const writtenDigits = (operand: string, isBeginning: boolean): ReadonlyArray<string> => {
  const text = fold(operand.trim())
  if (!phone.test(text)) return []
  const [written, dialled] = [digitsIn(text), digitsIn(text.replace("(0)", ""))]
  const forms = [written, dialled, ...(isBeginning ? [dialled.replace(/^00/, "")] : [])]
  return Arr.dedupe(forms.filter((form) => form !== ""))
}

/** Returns the digits of a number without dialling prefixes: `(0)` and leading zeros. */
const dialledDigits = (text: string): string => digitsIn(text.replace("(0)", "")).replace(/^0+/, "")

/** Matches digits and the punctuation of phone numbers, including all kinds of dashes. */
const phonePart = /^[0-9+()./\p{Pd}\p{Cf}]+$/u
const phone = /^[0-9+()./\p{Pd}\p{Cf} ]+$/u
