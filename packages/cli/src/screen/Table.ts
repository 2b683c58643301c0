import { count, cut, outputWidth, printable, widthOf } from "./Text.ts"

/** A column of a table: the title of a text column, or a title and an alignment. */
export type Column = string | { readonly title?: string; readonly align: "left" | "right" }

/** Makes a column of numbers. */
export const numbers = (title: string): Column => ({ title, align: "right" })

/**
 * Formats a table with a frame, as wide as its content or the terminal. Cuts cells that don't fit, in the widest text
 * columns first.
 */
export const table = (
  given: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  width: number = outputWidth()
): string => {
  const columns = given.map((column) => (typeof column === "string" ? left(column) : column))
  const titles = columns.map(({ title }) => title ?? "")
  const head = titles.some((title) => title !== "") ? [titles] : []
  const texts = [...head, ...rows].map((cells) => columns.map((_, at) => printable(cells[at] ?? "")))
  const widths = fittedWidths(columns, texts, width)
  const line = (cells: ReadonlyArray<string>) =>
    `│ ${columns.map(({ align }, at) => padded(cells[at] ?? "", widths[at] ?? 0, align)).join(" │ ")} │`
  const rule = (left: string, middle: string, right: string) =>
    `${left}${widths.map((width) => "─".repeat(width + 2)).join(middle)}${right}`
  const [first = [], ...rest] = texts
  return [
    rule("┌", "┬", "┐"),
    ...(head.length > 0 ? [line(first), rule("├", "┼", "┤"), ...rest.map(line)] : texts.map(line)),
    rule("└", "┴", "┘")
  ].join("\n")
}

const left = (title: string) => ({ title, align: "left" }) as const

type Aligned = Exclude<Column, string>

export const countTable = (rows: ReadonlyArray<readonly [what: string, amount: number]>, width?: number): string =>
  table(
    [{ align: "left" }, { align: "right" }],
    rows.map(([what, amount]) => [what, count(amount)]),
    width
  )

/** Formats a titled table of reasons and their counts, the most frequent first. Empty without reasons. */
export const reasonTable = (title: string, reasons: ReadonlyMap<string, number>): ReadonlyArray<string> => {
  const rows = [...reasons].toSorted(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
  return rows.length === 0 ? [] : [title, countTable(rows)]
}

/** The width below which no text column is narrowed while another text column is wider. */
const narrow = 6

const fittedWidths = (
  columns: ReadonlyArray<Aligned>,
  texts: ReadonlyArray<ReadonlyArray<string>>,
  width: number
): ReadonlyArray<number> => {
  const widths = columns.map((_, at) => texts.reduce((widest, cells) => Math.max(widest, widthOf(cells[at] ?? "")), 0))
  const room = width - 3 * columns.length - 1
  for (let surplus = sum(widths) - room; surplus > 0; surplus--) {
    const isText = (at: number) => columns[at]?.align === "left"
    const at = widestOf(widths, (at) => isText(at) && (widths[at] ?? 0) > narrow) ?? widestOf(widths, () => true)
    if (at === undefined || (widths[at] ?? 0) <= 1) break
    widths[at] = (widths[at] ?? 0) - 1
  }
  return widths
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const widestOf = (widths: ReadonlyArray<number>, counts: (at: number) => boolean): number | undefined =>
  widths.reduce<number | undefined>(
    (widest, width, at) => (counts(at) && (widest === undefined || width > (widths[widest] ?? 0)) ? at : widest),
    undefined
  )

const padded = (text: string, width: number, align: Aligned["align"]): string => {
  const fitting = cut(text, width)
  const gap = " ".repeat(Math.max(width - widthOf(fitting), 0))
  return align === "left" ? fitting + gap : gap + fitting
}
