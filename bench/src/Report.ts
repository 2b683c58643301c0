import Table from "cli-table3"
import type { Measured } from "./Case.ts"
import type { Store } from "./stores/Fixture.ts"

/** The figures of one store. */
export interface Report {
  readonly store: Store
  readonly contacts: number
  readonly measured: ReadonlyArray<Measured>
}

export type Format = "table" | "markdown" | "json"

/** Prints the figures of one store for a terminal, for a page, or (one line of JSON) for a program. */
export const reportIn = (format: Format, { contacts, measured, store }: Report): string => {
  const lines = measured.map((one) => lineOf(one, store))
  const title = `${store}, ${contacts.toLocaleString("en")} contacts`
  if (format === "json") return JSON.stringify({ store, contacts, measured: lines })
  return format === "markdown" ? `### ${title}\n\n${asMarkdown(lines)}` : `${title}\n${asTable(lines)}`
}

const lineOf = ({ library, limits, rival, ...measured }: Measured, store: Store) => {
  const ratio = rival && {
    median: library.median / rival.median,
    p95: library.p95 === null || rival.p95 === null ? null : library.p95 / rival.p95
  }
  const targets = limits.flatMap((limit) => {
    const actual = limit.of === "library" ? library.median : (ratio?.[limit.of] ?? null)
    return actual === null || (limit.only ?? store) !== store
      ? []
      : [{ limit, isMet: limit.is === "<=" ? actual <= limit.value : actual >= limit.value }]
  })
  return {
    ...measured,
    library,
    rival,
    ratio,
    targets: targets.map(({ limit: { of, is, value } }) => `${of} ${is} ${value.toLocaleString("en")}`),
    isMet: targets.length === 0 ? null : targets.every(({ isMet }) => isMet)
  }
}

type Line = ReturnType<typeof lineOf>

const whole = (value: number): string => Math.round(value).toLocaleString("en")

/** With as many digits as are significant. */
const short = (value: number): string =>
  value < 100 ? value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1) : whole(value)

const shown = (value: number | null | undefined, print = short): string =>
  value === null || value === undefined ? "" : print(value)

const factor = (value: number): string => value.toFixed(2)

const columns: ReadonlyArray<readonly [name: string, align: "left" | "right", cell: (line: Line) => string]> = [
  ["case", "left", ({ name }) => name],
  ["finds", "right", ({ finds }) => shown(finds, whole)],
  ["unit", "left", ({ unit }) => unit],
  ["library", "right", ({ library }) => shown(library.median)],
  ["p95", "right", ({ library }) => shown(library.p95)],
  ["beside", "right", ({ rival }) => shown(rival?.median)],
  ["p95", "right", ({ rival }) => shown(rival?.p95)],
  ["ratio", "right", ({ ratio }) => shown(ratio?.median, factor)],
  ["ratio p95", "right", ({ ratio }) => shown(ratio?.p95, factor)],
  ["target", "left", ({ isMet, targets }) => (isMet === null ? "" : `${targets.join(", ")}: ${isMet ? "yes" : "NO"}`)],
  ["plan", "left", ({ plan }) => plan ?? ""]
]

const names = columns.map(([name]) => name)

const cellsOf = (line: Line): Array<string> => columns.map(([, , cell]) => cell(line))

const asTable = (lines: ReadonlyArray<Line>): string => {
  const table = new Table({
    head: names,
    colAligns: columns.map(([, align]) => align),
    style: { head: [], border: [], compact: true }
  })
  table.push(...lines.map(cellsOf))
  return table.toString()
}

const asMarkdown = (lines: ReadonlyArray<Line>): string => {
  const rule = columns.map(([, align]) => (align === "right" ? "--:" : "---"))
  return [names, rule, ...lines.map(cellsOf)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

/** What the columns mean. */
export const legend = `
Both sides are measured in turns, in this run, on the same tables.
finds      how many rows the answer counts, at the median of all operands
unit       ms: milliseconds for one operation; rows/s, messages/s: how many in one second. An import is timed from the
           start of the workers until all requests are completed, a dispatch from the first send request
library    the median of @rollcall/core's services over the adapter, called in process; then its 95th percentile. Requests
           that are accepted go through HTTP to a server that is a process of its own
beside     the same for the bare driver with the best SQL that we know for this one question, giving the same answer; for
           several processes: one process
ratio      library / beside
target     a limit of the ratio at the median or the 95th percentile, or of the library's own figure
plan       how the database answers the library, statement by statement: capitals mean that it reads all contacts, or
           all values of a field, on SQLite as far as is needed for a page
`.trim()
