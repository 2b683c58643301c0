import { isCurrencyCode } from "./FileLocale.ts"
import { isMonth } from "./Dates.ts"

/** Matches a string that a spreadsheet would read as a formula. */
const formula = /^[=+\-@\t\r]/

/** Matches a number that a spreadsheet shows and saves unchanged. */
const shortNumber = /^(?:0|[1-9]\d{0,10})$/

/** Matches a string that has only the characters of numbers, dates and times. */
const signs = /^[\d\s.,:;/'’()%\p{Sc}+\-−]+$/u

const booleans = new Set("true false wahr falsch vrai faux verdadero falso vero verdadeiro waar onwaar".split(" "))

/** Values that an import reads differently from how they are written, or as empty. */
const textFormula = /^="((?:[^"]|"")*)"$/
const noValue = "#N/A"

/**
 * Tells whether a spreadsheet may change a string: a formula, a number that it rounds or shortens, a date or time that it
 * reformats, or a boolean.
 */
const isRewritten = (given: string): boolean => {
  const text = given.trim()
  if (formula.test(given) || formula.test(text) || text === noValue) return true
  if (shortNumber.test(text)) return false
  if (!/\d/.test(text)) return booleans.has(text.toLowerCase())
  const rest = text
    .replace(/(?<=[\d.])e(?=[+-]?\d)|(?<=\d)\s?[ap]\.?m?\.?$/gi, "")
    .replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => (isCurrencyCode(word) || isMonth(word) ? "" : word))
  return signs.test(rest)
}

/** Tells whether a string has a protecting apostrophe before it. */
const isMarked = (text: string): boolean => text.startsWith("'") && isRewritten(text.replace(/^'+/, ""))

/** Puts an apostrophe before a string that a spreadsheet would change, so that it is kept as it is. */
export const forSpreadsheet = (text: string): string => (isRewritten(text.replace(/^'+/, "")) ? `'${text}` : text)

/** Puts an apostrophe before a string that an import would change, so that it is imported as it is. */
export const forImport = (text: string): string =>
  isMarked(text) || textFormula.test(text) || text === noValue ? `'${text}` : text

/**
 * Reverses {@link forSpreadsheet} and {@link forImport}. Also unwraps strings that programs write as formulas: `="00123"`
 * becomes `00123`.
 */
export const unprotected = (text: string): string => {
  if (isMarked(text)) return text.slice(1)
  const [, inner] = textFormula.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('""', '"')
}
