/** The words that the tables of the glossary rule out: those in backquotes in each column that is called `not`. */
export const forbiddenWords = (page: string): ReadonlyArray<string> =>
  rowsOf(page).flatMap((row) => inBackquotes(row.at(-2) ?? ""))

/** The names that the glossary gives: those in backquotes in the other columns of these tables. */
export const givenNames = (page: string): ReadonlyArray<string> =>
  rowsOf(page).flatMap((row) => inBackquotes(row.slice(0, -2).join()))

/** The rows of the tables whose last column is called `not`, each with an empty text before and behind its cells. */
const rowsOf = (page: string): ReadonlyArray<ReadonlyArray<string>> =>
  page
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => /^\|.*\| *not *\|\n/.test(block))
    .flatMap((table) => table.split("\n").slice(2))
    .map((row) => row.split("|"))

const inBackquotes = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word ?? [])

/**
 * Where a file, or its path as line 0, uses one of the words, as `path:line: word`. A word with a capital letter is looked
 * for as it stands, any other whatever its case and however its parts are joined.
 */
export const usesOf = (words: ReadonlyArray<string>, file: string, text: string): ReadonlyArray<string> => {
  const patterns = words.map((word) => ({ word, pattern: RegExp(`\\b${word}\\b`), isName: /[A-Z]/.test(word) }))
  return [file, ...text.split("\n")].flatMap((line, number) => {
    const prose = inWords(line)
    return patterns
      .filter(({ isName, pattern }) => pattern.test(isName ? line : prose))
      .map(({ word }) => `${file}:${number}: ${word}`)
  })
}

/** A line in lower case, with the parts of each name apart: `MessageChannel` becomes `message channel`. */
const inWords = (line: string): string =>
  line
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase()
