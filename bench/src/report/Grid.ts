import Table from "cli-table3"

/** A table as it is printed. */
export interface Grid {
  readonly head: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** Figures stand to the right. */
interface Column {
  readonly name: string
  readonly isFigure: boolean
}

export const text = (name: string): Column => ({ name, isFigure: false })

export const figure = (name: string): Column => ({ name, isFigure: true })

/** A table for a reader at a terminal. */
export const asTable = ({ head, rows }: Grid): string => {
  const table = new Table({
    head: head.map(({ name }) => name),
    colAligns: head.map(({ isFigure }) => (isFigure ? "right" : "left")),
    style: { head: [], border: [], compact: true }
  })
  table.push(...rows.map((cells) => [...cells]))
  return table.toString()
}

/** A table for a page. */
export const asMarkdown = ({ head, rows }: Grid): string => {
  const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  const rule = head.map(({ isFigure }) => (isFigure ? "--:" : "---"))
  return [row(head.map(({ name }) => name)), row(rule), ...rows.map(row)].join("\n")
}

/** A figure with as many digits as tell something. */
export const shortened = (value: number): string => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)

/** A large figure. */
export const rounded = (value: number): string => Math.round(value).toLocaleString("en")
