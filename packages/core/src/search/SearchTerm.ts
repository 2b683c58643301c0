import { allOf, anyOf, type Condition } from "./Condition.ts"
import { phoneNames, searchTermFields } from "./Field.ts"
import { digits, fold } from "../shared/Text.ts"

/**
 * The condition of a `search_term` (S8): every token separated by white space is contained in some default text field.
 * A token that is a phone number or a part of one, with at least four digits, is also looked for among the digits of
 * the phone fields. A term without a token asks for nothing.
 */
export const searchTermCondition = (term: string): ReadonlyArray<Condition> => {
  const tokens = term
    .split(/\s+/u)
    .filter((token) => token !== "")
    .map(fold)
  return tokens.length === 0 ? [] : [allOf(tokens.map(tokenCondition))]
}

const tokenCondition = (token: string): Condition => {
  const alternatives: Array<Condition> = searchTermFields.map((field) => ({ _tag: "TextContains", field, text: token }))
  const tokenDigits = digits(token)
  if (phoneLike.test(token) && tokenDigits.length >= 4) {
    for (const field of phoneNames) alternatives.push({ _tag: "DigitsContain", field, digits: tokenDigits })
  }
  return anyOf(alternatives)
}

/** Digits with the punctuation that people put into phone numbers, and nothing else. */
const phoneLike = /^[0-9+()./-]+$/
