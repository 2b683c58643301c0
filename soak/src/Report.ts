import Table from "cli-table3"
import { brokenIn, type Figure, inWords, type Part, type Waits } from "./Part.ts"
import type { Store } from "./Database.ts"

/** What came of a scenario on a store. */
export interface Result {
  readonly scenario: string
  readonly store: Store
  readonly seed: number
  /** How long it took, in seconds. */
  readonly took: number
  readonly parts: ReadonlyArray<Part>
  /** Which limits it broke, in words. */
  readonly broken: ReadonlyArray<string>
}

export type Format = "table" | "markdown" | "json"

const columns = [
  "scenario",
  "store",
  "part",
  "get p50, p99, max",
  "health p50, p99, max",
  "machine p50, p99, max",
  "found",
  "holds"
]

/** What stands before all results. */
export const headOf = (format: Format): ReadonlyArray<string> =>
  format === "markdown" ? [columns, columns.map(() => "---")].map(asRow) : []

/** What came of a scenario: for a terminal, as rows of a table for a page, or (one line of JSON) for a program. */
export const reportIn = (format: Format, result: Result): string => {
  if (format === "json") return JSON.stringify(result)
  const rows = rowsOf(result)
  if (format === "markdown") return rows.map(asRow).join("\n")
  const head = columns.slice(2)
  const table = new Table({
    head,
    style: { head: [], border: [], compact: true },
    colWidths: [26, 20, 20, 20, 50, 30],
    wordWrap: true
  })
  table.push(...rows.map((cells) => cells.slice(2)))
  return `${result.scenario} on ${result.store}, seed ${result.seed}, ${result.took.toFixed(0)} s\n${table.toString()}`
}

const rowsOf = ({ broken, parts, scenario, store }: Result): ReadonlyArray<Array<string>> =>
  parts.length === 0
    ? [[scenario, store, "", "", "", "", "", `NO: ${broken.join("; ")}`]]
    : parts.map((part) => [scenario, store, part.name, ...cellsOf(part)])

const cellsOf = (part: Part): ReadonlyArray<string> => {
  const broken = brokenIn(part)
  return [
    shownWaits(part.get),
    shownWaits(part.health),
    shownWaits(part.machine),
    part.figures.map(shownFigure).join("; "),
    broken.length === 0 ? "yes" : `NO: ${broken.join("; ")}`
  ]
}

const shownWaits = (waits: Waits | null): string => {
  if (waits === null) return ""
  const { demand, drift, max, p50, p99, statuses } = waits
  const steady = demand.drift === undefined ? "" : `; at last ${drift.toFixed(2)} times that at first`
  const times = `${[p50, p99, max].map((value) => shown(value)).join(", ")}${steady}`
  return Object.keys(statuses).every((status) => status === "200") ? times : `${times} (${inWords(statuses)})`
}

const shownFigure = ({ detail, name, unit, value }: Figure): string =>
  `${name} ${shown(value)}${unit === "" ? "" : ` ${unit}`}${detail === undefined ? "" : ` (${detail})`}`

const shown = (value: number): string =>
  Number.isInteger(value) || value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(value < 10 ? 2 : 1)

const asRow = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
