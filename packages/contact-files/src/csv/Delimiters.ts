import { parse } from "#csv"
import { headSize } from "../file/FileHead.ts"
import { FileRefused, type Reading, shown } from "../file/FileRefused.ts"
import { parserOptions } from "./CsvProblems.ts"

const delimiters = [",", ";", "\t", "|"]

/** The number of records that are compared. */
const maxRecords = 20

/** The shape of a table when it is read with a delimiter. */
interface Shape {
  readonly delimiter: string
  readonly header: ReadonlyArray<string>
  /** The number of columns with a known name. Names that only seem known count for less. */
  readonly worth: number
  /** The number of records with as many cells as the header. */
  readonly even: number
}

/** Matches the line before the header that tells spreadsheets the delimiter. */
export const delimiterMark = /^\ufeff?"?sep=(.)?"?/i

/**
 * Returns the delimiter of a file, from its first bytes: the given or stated one, or else a comma. Refuses a table if
 * another delimiter fits better: it yields more known columns, or more columns than one or than columns that are all
 * unknown.
 */
export const delimiterOf = (
  name: string,
  head: Uint8Array,
  given: string | null,
  worthOf: (column: string) => number
): string => {
  const all = new TextDecoder().decode(head)
  const text = head.length < headSize ? all : all.slice(0, all.lastIndexOf("\n") + 1)
  const stated = given ?? delimiterMark.exec(text)?.[1]
  const chosen = shapeOf(text, stated ?? ",", worthOf)
  if (chosen === undefined || (stated !== undefined && chosen.header.length > 1)) return stated ?? ","
  const better = delimiters
    .flatMap((delimiter) => shapeOf(text, delimiter, worthOf) ?? [])
    .filter((shape) => isBetter(shape, chosen))
    .toSorted((a, b) => b.worth - a.worth || b.even - a.even || b.header.length - a.header.length)
  if (better.length === 0) return chosen.delimiter
  const why = `another delimiter than ${signOf(chosen.delimiter)} seems to separate the columns`
  throw new FileRefused(`${name}: line 1: ${why}`, [...better, chosen].map(readingOf))
}

const shapeOf = (text: string, delimiter: string, worthOf: (column: string) => number): Shape | undefined => {
  const header = recordsOf(text, delimiter, 1)[0]
  if (header === undefined) return undefined
  const [, ...rows] = recordsOf(text, delimiter, maxRecords)
  const even = rows.filter(({ length }) => length === header.length).length
  return { delimiter, header, worth: header.reduce((all, column) => all + worthOf(column), 0), even }
}

/** Returns the first records; empty if they can't be parsed. */
const recordsOf = (text: string, delimiter: string, to: number): ReadonlyArray<ReadonlyArray<string>> => {
  try {
    return parse(text, { ...parserOptions, delimiter, skip_empty_lines: true, to, bom: true })
  } catch {
    return []
  }
}

const isBetter = (shape: Shape, chosen: Shape): boolean =>
  shape.worth > chosen.worth ||
  (shape.worth === chosen.worth &&
    (chosen.worth === 0 || chosen.header.length === 1) &&
    shape.header.length > chosen.header.length &&
    shape.even >= chosen.even)

const signOf = (delimiter: string): string => (delimiter === "\t" ? "tab" : JSON.stringify(delimiter))

const readingOf = ({ delimiter, header }: Shape): Reading => ({
  option: "delimiter",
  value: delimiter,
  reads: `${header.length === 1 ? "1 column" : `${header.length} columns`}: ${header.slice(0, 6).map(shown).join(", ")}`
})
