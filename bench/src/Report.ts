import Table from "cli-table3"
import type { Case, Sides } from "./cases/Case.ts"
import type { Outcome } from "./measure/Alternate.ts"

/** A case that was measured. */
export interface Line {
  readonly case: Case
  readonly sides: Sides
  readonly outcome: Outcome
}

const head = [
  "case",
  "finds",
  "library",
  "p95",
  "by hand",
  "p95",
  "ratio",
  "ratio p95",
  "target",
  "plan of the library"
]

/** The figures of one store. */
export const tableOf = (lines: ReadonlyArray<Line>): string => {
  const table = new Table({
    head,
    colAligns: head.map((_, column) => (column >= 1 && column <= 7 ? "right" : "left")),
    style: { head: [], border: [], compact: true }
  })
  table.push(...lines.map(cellsOf))
  return table.toString()
}

const cellsOf = ({ case: { name, target }, outcome: { library, rival }, sides: { plan, total } }: Line) => {
  const median = rival && library.median / rival.median
  const p95 = rival && library.p95 / rival.p95
  const ratio = target?.figure === "median" ? median : p95
  const verdict =
    target && ratio !== undefined ? `${target.figure} <= ${target.most}: ${ratio <= target.most ? "yes" : "NO"}` : ""
  return [
    name,
    total?.toLocaleString("en") ?? "",
    milliseconds(library.median),
    milliseconds(library.p95),
    rival ? milliseconds(rival.median) : "",
    rival ? milliseconds(rival.p95) : "",
    median?.toFixed(2) ?? "",
    p95?.toFixed(2) ?? "",
    verdict,
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
plan       how the database answers the library: capitals mean that it looks at all contacts, or at all values of a field
`.trim()
