import * as Arr from "effect/Array"
import type { Figures } from "./Alternate.ts"
import type { Measured } from "./Case.ts"
import type { Cost } from "./ProcessorTime.ts"
import type { Store } from "./stores/Fixture.ts"
import { type Column, factor, type Format, short, shown, tableIn, whole } from "./Table.ts"

/** A case without figures, and why. */
export interface Failure {
  readonly case: string
  readonly error: string
}

/** The figures of one store. */
export interface Report {
  readonly store: Store
  readonly contacts: number
  readonly measured: ReadonlyArray<Measured>
  /** The cases that have no figures. */
  readonly failed: ReadonlyArray<Failure>
}

/** Prints the figures of one store; for a program as one line of JSON. */
export const reportIn = (format: Format, { contacts, failed, measured, store }: Report): string => {
  const lines = measured.map((one) => lineOf(one, store))
  if (format === "json") return JSON.stringify({ store, contacts, measured: lines, failed })
  const title = `${store}, ${whole(contacts)} contacts`
  const table = tableIn(format, title, columns, lines)
  return [table, ...failed.map((one) => `FAILED: ${one.case}: ${one.error}`)].join("\n")
}

/** The figures of a case, its ratios, and whether it is within its limits. */
export const lineOf = ({ library, limits, rival, ...measured }: Measured, store: Store) => {
  const ratio = rival && {
    median: library.median / rival.median,
    p95: library.p95 === null || rival.p95 === null ? null : library.p95 / rival.p95,
    rounds: Arr.zipWith(library.rounds, rival.rounds, (ours, theirs) => ours / theirs)
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

export type Line = ReturnType<typeof lineOf>

export const columns: ReadonlyArray<Column<Line>> = [
  { name: "case", align: "left", cell: ({ name }) => name },
  { name: "finds", align: "right", cell: ({ finds }) => shown(finds, whole) },
  { name: "unit", align: "left", cell: ({ unit }) => unit },
  { name: "library", align: "right", cell: ({ library }) => shown(library.median) },
  { name: "p95", align: "right", cell: ({ library }) => spreadIn(library) },
  { name: "beside", align: "right", cell: ({ rival }) => shown(rival?.median) },
  { name: "p95", align: "right", cell: ({ rival }) => spreadIn(rival) },
  { name: "ratio", align: "right", cell: ({ ratio }) => shown(ratio?.median, factor) },
  { name: "ratio p95", align: "right", cell: ({ ratio }) => spreadIn(ratio, factor) },
  { name: "cost", align: "right", cell: ({ cost }) => costIn(cost?.library) },
  { name: "beside", align: "right", cell: ({ cost }) => costIn(cost?.rival) },
  { name: "target", align: "left", cell: (line) => verdictOf(line) },
  { name: "plan", align: "left", cell: ({ plan }) => plan ?? "" }
]

/** The columns that name a target that is missed. */
export const missed: ReadonlyArray<Column<Line>> = columns.filter(({ name }) =>
  ["case", "library", "unit", "ratio", "ratio p95", "target"].includes(name)
)

/** The 95th percentile, or the least and the most of some rounds. */
const spreadIn = (figures: Pick<Figures, "p95" | "rounds"> | undefined, print = short): string => {
  if (figures === undefined || figures.rounds.length < 2) return shown(figures?.p95, print)
  return `${print(Math.min(...figures.rounds))} to ${print(Math.max(...figures.rounds))}`
}

/** The two processor times of a piece of work, where both are known. */
const costIn = (cost: Cost | undefined): string =>
  cost === undefined ? "" : [cost.own, ...(cost.database === undefined ? [] : [cost.database])].map(short).join(" + ")

const verdictOf = ({ isMet, targets }: Line): string =>
  isMet === null ? "" : `${targets.join(", ")}: ${isMet ? "yes" : "NO"}`

/** The figures of a case in a few words. */
export const summaryOf = (line: Line): string => {
  const { library, name, ratio, rival, unit } = line
  const sides = [`${short(library.median)} ${unit}`, ...(rival ? [`beside ${short(rival.median)}`] : [])].join(" ")
  return [`${name}: ${sides}`, ...(ratio ? [`ratio ${factor(ratio.median)}`] : []), verdictOf(line)]
    .filter((part) => part !== "")
    .join(", ")
}

/** What the columns mean. */
export const legend = `
Both sides are measured in turns, in this run, on the same tables.
finds      how many rows the answer counts, at the median of all operands
unit       ms: milliseconds for one operation; rows/s, messages/s: how many in one second. An import is timed from the
           start of the workers until all requests are completed, a dispatch from the first send request
library    the median of @rollcall/core's services over the adapter, called in process; then its 95th percentile, or the
           least and the most of a few rounds. Requests that are accepted go through HTTP to a server that is a process of
           its own
beside     the same for the bare driver with the best SQL that we know for this one question, giving the same answer; for
           several processes: one process
ratio      library / beside; then that of the 95th percentiles, or the least and the most of the rounds
cost       processor time of one request, row or message in microseconds: of the process that is asked, or of this one where it
           does the work, and of the database where that is another process on this machine; then the same beside it
target     a limit of the ratio at the median or the 95th percentile, or of the library's own figure
plan       how the database answers the library, statement by statement: capitals mean that it reads all contacts, or
           all values of a field, on SQLite as far as is needed for a page
`.trim()
