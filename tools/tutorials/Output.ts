import { stripVTControlCharacters } from "node:util"

/** What differs from run to run: a page has one of them, and any other one of its kind is as good. */
const volatile: ReadonlyArray<readonly [RegExp, string]> = [
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/, "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?Z"],
  [/^\d\d:\d\d:\d\d(?:\.\d+)?/, "\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?"],
  [/^duration_ms \d+(?:\.\d+)?/, "duration_ms \\d+(?:\\.\\d+)?"],
  [/^\d+(?:\.\d+)? ?m?s\b/, "\\d+(?:\\.\\d+)? ?m?s"],
  [/^(?:\.\.\.|…)/, ".*"]
]

/** A line of a page as the pattern that what was printed has to match. A word is taken whole: no kind begins inside of one. */
const patternOf = (line: string): string => {
  if (line === "") return ""
  for (const [kind, any] of volatile) {
    const found = kind.exec(line)?.[0]
    if (found !== undefined) return any + patternOf(line.slice(found.length))
  }
  const word = /^(?:\w+|[^])/.exec(line)?.[0] ?? line
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") + patternOf(line.slice(word.length))
}

/** Lines without the spaces at their ends, and without the empty ones before and behind them. */
const tidy = (text: string): ReadonlyArray<string> =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
    .split("\n")

const isAnyLines = (line: string): boolean => /^(?:\.\.\.|…)$/.test(line.trim())

/** The pattern of some first lines of a page. */
const beginning = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => (isAnyLines(line) ? "(?:.*\\n)*?" : `${patternOf(line)}\\n`)).join("")

/** Where what was printed is not what a page says: the index of its line, and both texts. */
export interface Difference {
  readonly index: number
  readonly expected: string
  readonly printed: string
}

/**
 * Compares what was printed with what a page says, line by line, and returns the first line of the page that was not printed. In
 * the page `...` is any text and, alone in a line, any lines; ids, instants and lengths of time are any of their kind.
 */
export const differenceOf = (page: string, output: string): Difference | undefined => {
  const [expected, printed] = [tidy(page), tidy(output)]
  const text = printed.map((line) => `${line}\n`).join("")
  if (RegExp(`^${beginning(expected)}$`).test(text)) return undefined
  const index = expected.findIndex((_, at) => !RegExp(`^${beginning(expected.slice(0, at + 1))}`).test(text))
  return index === -1
    ? { index: expected.length, expected: "nothing more", printed: printed.slice(expected.length).join("\n") }
    : { index, expected: expected[index] ?? "", printed: printed.join("\n") }
}
