/**
 * A text with which a cell of a spreadsheet would begin a formula, or what stands for such a text: an apostrophe before it
 * makes it a text, and shows that one was put there.
 */
const formula = /^'*[=+\-@\t\r]/
const marked = /^'+[=+\-@\t\r]/

/** A text that a spreadsheet takes for a text. */
export const forSpreadsheet = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** A text that an import does not take for one with a mark before it. */
export const forImport = (text: string): string => (marked.test(text) ? `'${text}` : text)

/** The text that {@link forSpreadsheet} and {@link forImport} were given. */
export const unprotected = (text: string): string => (marked.test(text) ? text.slice(1) : text)
