import { stripVTControlCharacters } from "node:util"

/** Patterns for values that differ between runs. A value in a page matches any value of its kind. */
const volatile: ReadonlyArray<readonly [RegExp, string]> = [
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/, "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?Z"],
  [/^\d\d:\d\d:\d\d(?:\.\d+)?/, "\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?"],
  [/^duration_ms \d+(?:\.\d+)?/, "duration_ms \\d+(?:\\.\\d+)?"],
  [/^\d+(?:\.\d+)? ?m?s\b/, "\\d+(?:\\.\\d+)? ?m?s"],
  [/^(?:\.\.\.|…)/, ".*"]
]

/** Returns the pattern that the output must match for a page's line. A kind of value begins only at a word's start. */
const patternOf = (line: string): string => {
  if (line === "") return ""
  for (const [kind, any] of volatile) {
    const found = kind.exec(line)?.[0]
    if (found !== undefined) return any + patternOf(line.slice(found.length))
  }
  const word = /^(?:\w+|[^])/.exec(line)?.[0] ?? line
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") + patternOf(line.slice(word.length))
}

/** Returns lines without trailing spaces, and without empty lines at the beginning and end. */
const tidy = (text: string): ReadonlyArray<string> =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
    .split("\n")

const isAnyLines = (line: string): boolean => /^(?:\.\.\.|…)$/.test(line.trim())

/** Returns the pattern for the first lines of a page. */
const beginning = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => (isAnyLines(line) ? "(?:.*\\n)*?" : `${patternOf(line)}\\n`)).join("")

/** The first difference between the output and the page: the line's index, and both texts. */
export interface Difference {
  readonly index: number
  readonly expected: string
  readonly printed: string
}

/**
 * Compares the output with the page line by line, and returns the page's first line that was not printed. In the page,
 * `...` matches any text, and any lines if it is the whole line. Ids, timestamps and durations match any value of their
 * kind.
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
