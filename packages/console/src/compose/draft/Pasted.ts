import { isAddress } from "@rollcall/contact-files"

/** Pasted rows: each is a number or user id, followed by strings. */
export interface Pasted {
  /** The titles of the columns after the number, from a first row without a number. */
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<PastedRow>
}

export interface PastedRow {
  /** The digits of the number, as the API takes it. A value without digits stays as it was typed. */
  readonly identifier: string
  readonly cells: ReadonlyArray<string>
}

/** Returns the digits of a typed number, without a prefix such as `+` or `00`. */
const toIdentifier = (text: string): string => {
  const digits = text.replace(/[\s().\-/\u00a0\u2010-\u2015]/g, "")
  const international = digits.replace(/^(?:\+|00)/, "")
  return /^\d+$/.test(international) ? international : text.trim()
}

/** Reads a pasted table, list of numbers or CSV. The separator is the tab, else the semicolon, else the comma. */
export const readPasted = (text: string): Pasted => {
  const separator = ["\t", ";", ","].find((sign) => text.includes(sign)) ?? "\t"
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== "")
  const table = lines.map((line) => cellsOf(line, separator))
  // If all cells are numbers, each cell is a row.
  const all = table.flat().filter((cell) => cell !== "")
  if (table.some(({ length }) => length > 1) && all.every((cell) => isAddress(toIdentifier(cell)))) {
    return { columns: [], rows: all.map((cell) => ({ identifier: toIdentifier(cell), cells: [] })) }
  }
  const [first = []] = table
  const start = toIdentifier(first[0] ?? "")
  const hasTitles = table.length > 1 && !isAddress(start) && !/\d{5}/.test(start)
  const rows = (hasTitles ? table.slice(1) : table).map(([number = "", ...cells]) => ({
    identifier: toIdentifier(number),
    cells
  }))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const titles = hasTitles ? first.slice(1) : []
  return { columns: Array.from({ length: width }, (_, at) => titles[at] ?? ""), rows }
}

/** Returns the cells of a line. A quoted cell may contain the separator. */
const cellsOf = (line: string, separator: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let cell = ""
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (line[at + 1] === '"') cell += line.charAt(++at)
      else quoted = false
    } else if (letter === '"' && cell === "") quoted = true
    else if (letter === separator) {
      cells.push(cell.trim())
      cell = ""
    } else cell += letter
  }
  return [...cells, cell.trim()]
}

/** Counts of pasted rows that don't need the API. */
export interface PastedCounts {
  readonly rows: number
  /** Rows without a number with country code. */
  readonly wrong: number
  /** Rows that repeat a number above. */
  readonly repeated: number
}

export const countPasted = ({ rows }: Pasted): PastedCounts => {
  const seen = new Set<string>()
  let wrong = 0
  let repeated = 0
  for (const { identifier } of rows) {
    if (!isAddress(identifier)) wrong++
    else if (seen.has(identifier)) repeated++
    seen.add(identifier)
  }
  return { rows: rows.length, wrong, repeated }
}
