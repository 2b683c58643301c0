import { isCurrencyCode } from "./FileLocale.ts"
import { isMonth } from "./Dates.ts"

/** A text with which a cell of a spreadsheet would begin a formula. */
const formula = /^[=+\-@\t\r]/

/** A number that a spreadsheet shows and saves as it is written. */
const shortNumber = /^(?:0|[1-9]\d{0,10})$/

/** The signs of numbers, dates and times. */
const signs = /^[\d\s.,:;/'’()%\p{Sc}+\-−]+$/u

const booleans = new Set("true false wahr falsch vrai faux verdadero falso vero verdadeiro waar onwaar".split(" "))

/** What an import takes for another text or for none, whoever wrote it. */
const textFormula = /^="((?:[^"]|"")*)"$/
const noValue = "#N/A"

/**
 * Whether a spreadsheet may make something else of a text: a formula, a number that it rounds or shortens, a date or time that it
 * writes in its own way, or a boolean.
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

/** A text with a mark before it: an apostrophe, also before apostrophes. */
const isMarked = (text: string): boolean => text.startsWith("'") && isRewritten(text.replace(/^'+/, ""))

/** A text that a spreadsheet takes for a text: an apostrophe before it keeps it as it is. */
export const forSpreadsheet = (text: string): string => (isRewritten(text.replace(/^'+/, "")) ? `'${text}` : text)

/** A text of which an import takes nothing off. */
export const forImport = (text: string): string =>
  isMarked(text) || textFormula.test(text) || text === noValue ? `'${text}` : text

/**
 * The text that {@link forSpreadsheet} and {@link forImport} were given, and what programs keep as a text in a formula: `="00123"`
 * is 00123.
 */
export const unprotected = (text: string): string => {
  if (isMarked(text)) return text.slice(1)
  const [, inner] = textFormula.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('""', '"')
}
