import CliTable from "cli-table3"
import type { Store } from "./Database.ts"
import { shown } from "./Numbers.ts"
import { type Figure, holds, type Part } from "./Part.ts"

/** The result of a scenario on a store. */
export interface Result {
  readonly scenario: string
  readonly store: Store
  readonly seed: number
  /** The scenario's duration in seconds. */
  readonly took: number
  readonly parts: ReadonlyArray<Part>
  /** Why the scenario stopped early; undefined if it completed. */
  readonly stopped?: string
}

export type Format = "table" | "markdown" | "json"

const columns = ["part", "figure", "value", "wanted", "holds", "detail"]

/** Returns the lines before all results. */
export const headOf = (format: Format): ReadonlyArray<string> =>
  format === "markdown" ? [asRow(["scenario", "store", ...columns]), asRow(Array(8).fill("---"))] : []

/** Formats a result: for a terminal, as Markdown table rows, or as one line of JSON. */
export const reportIn = (format: Format, result: Result): string => {
  const { parts, scenario, seed, stopped, store, took } = result
  if (format === "json") return JSON.stringify(result)
  const rows = parts.flatMap(({ figures, name }) => figures.map((figure) => [name, ...cellsOf(figure)]))
  if (stopped !== undefined) rows.push(["", "stopped", "", "", "NO", stopped])
  if (format === "markdown") return rows.map((cells) => asRow([scenario, store, ...cells])).join("\n")
  const table = new CliTable({
    head: columns,
    style: { head: [], border: [], compact: true },
    colWidths: [null, null, null, null, null, 64],
    wordWrap: true
  })
  table.push(...rows)
  return `${scenario} on ${store}, seed ${seed}, ${took.toFixed(0)} s\n${table.toString()}`
}

const cellsOf = (figure: Figure): Array<string> => {
  const { detail = "", least, most, name, unit, value } = figure
  const exact = least !== undefined && least === most ? [shown(least)] : []
  const atLeast = least === undefined ? [] : [`>= ${shown(least)}`]
  const atMost = most === undefined ? [] : [`<= ${shown(most)}`]
  const limits = exact.length > 0 ? exact : [...atLeast, ...atMost]
  const verdict = limits.length === 0 ? "" : holds(figure) ? "yes" : "NO"
  return [name, `${shown(value)} ${unit}`.trim(), limits.join(", "), verdict, detail]
}

const asRow = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
