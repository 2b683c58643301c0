import { maxRequestSize } from "./RowBody.ts"
import type { CheckedRow } from "./SourceRow.ts"

/** The most rows of a request. */
export const maxRequestRows = 1_000

/** The rows of a file that form one request, in order, including rows that cannot be sent. */
export type Batch = readonly [CheckedRow, ...ReadonlyArray<CheckedRow>]

/** The numbers of the first row of a batch and of its last. */
export const numbersOf = (batch: Batch): { readonly first: number; readonly last: number } => ({
  first: batch[0].number,
  last: (batch.at(-1) ?? batch[0]).number
})

/** What is sent of a batch. */
export const bodiesOf = (batch: ReadonlyArray<CheckedRow>) =>
  batch.flatMap(({ reading }) => (reading._tag === "Success" ? [reading.success.body] : []))

/**
 * Cuts rows into batches of at most 1,000 rows and 768 KiB. Those of an import that goes on are cut where they were cut
 * before, by the numbers of their last rows.
 */
export class BatchCutter {
  private readonly cuts: Array<number>
  private rows: Array<CheckedRow> = []
  private size = 0

  constructor(cuts: ReadonlyArray<number> = []) {
    this.cuts = [...cuts]
  }

  /** Takes a row, and returns the batches that are complete with that. */
  push(row: CheckedRow): ReadonlyArray<Batch> {
    const size = row.reading._tag === "Success" ? row.reading.success.size : 0
    const cut = this.cuts[0]
    const isFull = this.rows.length >= maxRequestRows || this.size + size > maxRequestSize
    const before = cut === undefined && isFull ? this.end() : []
    this.rows.push(row)
    this.size += size
    return cut !== undefined && row.number >= cut ? [...before, ...this.end()] : before
  }

  /** The rows that are left. */
  end(): ReadonlyArray<Batch> {
    const [first, ...rest] = this.rows
    this.rows = []
    this.size = 0
    this.cuts.shift()
    return first === undefined ? [] : [[first, ...rest]]
  }
}
