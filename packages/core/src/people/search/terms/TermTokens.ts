import * as Arr from "effect/Array"
import { digitsIn } from "../../identifiers/Digits.ts"
import { fold } from "../../../shared/Text.ts"

/** The fewest and the most digits of a phone number that is written in several parts; E.164 has 15 at most. */
const [fewest, most] = [7, 15]

/**
 * The folded tokens of a search term, which white space separates, without the punctuation around them. Neighbouring
 * tokens that together form a phone number are one token, as in `+1 (415) 555-0177`. Punctuation is only a token if the
 * term has nothing else.
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
 * A token without the punctuation around it: quotes, brackets, commas and the like. Marks that people search for stay, as
 * in `@example.org`, `#7`, `.com` and `50%`.
 */
const bare = (token: string): string => token.replace(before, "").replace(after, "")
const before = /^(?:(?![@#&*%/\\_.-])[\p{P}<>`|])+/u
const after = /(?:(?![@#&*%/\\_])[\p{P}<>`|])+$/u

/** The punctuation around a phone number that is no part of it. */
const quotes = /^[^\d+(]+|[^\d)]+$/gu

/**
 * The digits by which a token is looked for in phone numbers; empty unless it is written as a number and has at least four
 * digits. Also without dialled prefixes: `00`, and a zero that is dialled only within the country, as in `0049 170 ...`,
 * `+44 (0)20 ...` and `0170 ...`.
 */
export const phoneDigits = (token: string): ReadonlyArray<string> => {
  const written = digitsIn(token)
  if (!phone.test(token) || written.length < 4) return []
  const dialled = dialledDigits(token)
  return dialled.length < fewest || dialled === written ? [written] : [written, dialled]
}

/**
 * The digits that an operand means, each once, if it is written as a phone number or a part of one; otherwise empty. They
 * are the digits as written, without a zero in parentheses. If the operand is the beginning of a number, they are also
 * returned without `00` before them.
 */
export const writtenDigits = (operand: string, isBeginning: boolean): ReadonlyArray<string> => {
  const text = fold(operand.trim())
  if (!phone.test(text)) return []
  const [written, dialled] = [digitsIn(text), digitsIn(text.replace("(0)", ""))]
  const forms = [written, dialled, ...(isBeginning ? [dialled.replace(/^00/, "")] : [])]
  return Arr.dedupe(forms.filter((form) => form !== ""))
}

/** The digits of a number, without zeros that are dialled before it, or within it in only one country. */
const dialledDigits = (text: string): string => digitsIn(text.replace("(0)", "")).replace(/^0+/, "")

/** Only digits and the punctuation that people put into phone numbers, including dashes of every kind. */
const phonePart = /^[0-9+()./\p{Pd}\p{Cf}]+$/u
const phone = /^[0-9+()./\p{Pd}\p{Cf} ]+$/u
