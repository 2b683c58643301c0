import CliTable from "cli-table3"

/** How figures are printed: for a terminal, for a page, or for a program. */
export type Format = "table" | "markdown" | "json"

/** A column of a table, and its cell in a line. */
export interface Column<Line> {
  readonly name: string
  readonly align: "left" | "right"
  readonly cell: (line: Line) => string
}

/** Prints a title and a table for a terminal or for a page. */
export const tableIn = <Line>(
  format: Exclude<Format, "json">,
  title: string,
  columns: ReadonlyArray<Column<Line>>,
  lines: ReadonlyArray<Line>
): string => {
  const names = columns.map(({ name }) => name)
  const rows = lines.map((line) => columns.map(({ cell }) => cell(line)))
  if (format === "markdown") {
    const rule = columns.map(({ align }) => (align === "right" ? "--:" : "---"))
    return [`### ${title}\n`, ...[names, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`)].join("\n")
  }
  const table = new CliTable({
    head: names,
    colAligns: columns.map(({ align }) => align),
    style: { head: [], border: [], compact: true }
  })
  for (const row of rows) table.push(row)
  return `${title}\n${table.toString()}`
}

export const whole = (value: number): string => Math.round(value).toLocaleString("en")

/** With as many digits as are significant. */
export const short = (value: number): string =>
  value < 100 ? value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1) : whole(value)

export const factor = (value: number): string => value.toFixed(2)

/** An empty cell where there is no value. */
export const shown = (value: number | null | undefined, print = short): string =>
  value === null || value === undefined ? "" : print(value)
