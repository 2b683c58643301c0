import { asMarkdown, asTable, type Grid } from "./report/Grid.ts"
import { type Rate, rateRecord, ratesGrid } from "./report/Rates.ts"
import { readingsGrid, type Tried, triedRecord } from "./report/Readings.ts"
import { type Line, timeRecord, timesGrid } from "./report/Times.ts"

/** The figures of one store. */
export interface Report {
  readonly store: string
  readonly contacts: number
  readonly lines: ReadonlyArray<Line>
  readonly rates: ReadonlyArray<Rate>
  readonly tried: ReadonlyArray<Tried>
}

export type Format = "table" | "markdown" | "json"

/** The figures of one store, for a reader at a terminal, for a page, or (one line of JSON) for a program. */
export const reportIn: { readonly [As in Format]: (report: Report) => string } = {
  table: (report) => [titleOf(report), ...gridsOf(report).map(asTable)].join("\n"),
  markdown: (report) => [`### ${titleOf(report)}`, ...gridsOf(report).map(asMarkdown)].join("\n\n"),
  json: ({ lines, rates, tried, ...report }) =>
    JSON.stringify({
      ...report,
      cases: lines.map(timeRecord),
      rates: rates.map(rateRecord),
      trials: tried.map(triedRecord)
    })
}

const titleOf = ({ contacts, store }: Report): string => `${store}, ${contacts.toLocaleString("en")} contacts`

/** Those with anything in them. */
const gridsOf = ({ lines, rates, tried }: Report): ReadonlyArray<Grid> =>
  [timesGrid(lines), ratesGrid(rates), readingsGrid(tried)].filter(({ rows }) => rows.length > 0)

/** What the columns mean. */
export const legend = `
Times are milliseconds for one operation, measured in turns in this run on the same tables.
finds      how many rows the answer counts, in the middle of all operands
library    the median of @rollcall/core's services over the adapter, called in process; then its 95th percentile. What is
           accepted goes through HTTP to a server that is a process of its own
by hand    the same for the bare driver with the best SQL that we know for this one question, giving the same answer
ratio      library / by hand: 1 is as fast, 2 takes twice as long
target     an operation keeps at least 0.8 of the speed (median ratio <= 1.25); a search for at most one contact in a
           hundred stays within 1.5 at the 95th percentile; a search for many has no target, nor has a listing
plan       how the database answers the library, statement by statement: capitals mean that it looks at all contacts, or
           at all values of a field, on SQLite as far as is needed for a page

What takes seconds is counted by the second: the median of a few rounds, in turns. The share is library / beside.
import     from the last of 100 requests that was accepted, when the workers begin, until all are completed
broadcast  from the first hand-over until the broadcast is completed, through a channel that answers at once
`.trim()
