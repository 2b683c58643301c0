import Table from "cli-table3"
import type { Case, Sides } from "./cases/Case.ts"
import type { Outcome } from "./measure/Alternate.ts"

/** A case that was measured. */
export interface Line {
  readonly case: Case
  readonly sides: Sides
  readonly outcome: Outcome
}

/** The figures of one store. */
export interface Report {
  readonly store: string
  readonly contacts: number
  readonly lines: ReadonlyArray<Line>
}

export type Format = "table" | "markdown" | "json"

/** The figures of one store, for a reader at a terminal, for a page, or (one line of JSON) for a program. */
export const reportIn: { readonly [As in Format]: (report: Report) => string } = {
  table: (report) => {
    const table = new Table({
      head: [...head],
      colAligns: head.map((column) => (isFigure(column) ? "right" : "left")),
      style: { head: [], border: [], compact: true }
    })
    table.push(...report.lines.map(cellsOf))
    return `${titleOf(report)}\n${table.toString()}`
  },
  markdown: (report) => {
    const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
    const rule = head.map((column) => (isFigure(column) ? "--:" : "---"))
    return [`### ${titleOf(report)}\n`, row(head), row(rule), ...report.lines.map((line) => row(cellsOf(line)))].join(
      "\n"
    )
  },
  json: ({ lines, ...report }) => JSON.stringify({ ...report, cases: lines.map(recordOf) })
}

const titleOf = ({ contacts, store }: Report): string => `${store}, ${contacts.toLocaleString("en")} contacts`

const head = ["case", "finds", "library", "p95", "by hand", "p95", "ratio", "ratio p95", "target", "plan"] as const

const isFigure = (column: (typeof head)[number]): boolean =>
  column !== "case" && column !== "target" && column !== "plan"

/** What a line says, in milliseconds. */
const recordOf = ({ case: { name, target }, outcome: { library, rival }, sides: { plan, total } }: Line) => {
  const ratio = rival && { median: library.median / rival.median, p95: library.p95 / rival.p95 }
  return {
    case: name,
    finds: total ?? null,
    library,
    rival: rival ?? null,
    ratio: ratio ?? null,
    target: target ?? null,
    met: target && ratio ? ratio[target.figure] <= target.most : null,
    plan: plan ?? null
  }
}

const cellsOf = (line: Line): Array<string> => {
  const { finds, library, met, plan, ratio, rival, target } = recordOf(line)
  return [
    line.case.name,
    finds?.toLocaleString("en") ?? "",
    milliseconds(library.median),
    milliseconds(library.p95),
    rival ? milliseconds(rival.median) : "",
    rival ? milliseconds(rival.p95) : "",
    ratio?.median.toFixed(2) ?? "",
    ratio?.p95.toFixed(2) ?? "",
    target && met !== null ? `${target.figure} <= ${target.most}: ${met ? "yes" : "NO"}` : "",
    plan ?? ""
  ]
}

const milliseconds = (value: number): string => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)

/** What the columns mean. */
export const legend = `
All times are milliseconds for one operation, measured in turns in this run on the same tables.
finds      how many contacts the answer counts, in the middle of all operands
library    the median of @rollcall/core's Contacts service over the adapter, called in process; then its 95th percentile
by hand    the same for the bare driver with the best SQL that we know for this one question, giving the same answer
ratio      library / by hand: 1 is as fast, 2 takes twice as long
target     an operation keeps at least 0.8 of the speed (median ratio <= 1.25); a search for at most one contact in a
           hundred stays within 1.5 at the 95th percentile; a search for many has no target
plan       how the database answers the library, statement by statement: capitals mean that it looks at all contacts, or
           at all values of a field, on SQLite as far as is needed for a page
`.trim()
