import { maxRequestSize } from "./RowBody.ts"
import type { CheckedRow } from "./SourceRow.ts"

/** The maximum number of rows per request. */
export const maxRequestRows = 1_000

/** The rows of a file that form one request, in order, including rows that can't be sent. */
export type Batch = readonly [CheckedRow, ...ReadonlyArray<CheckedRow>]

/** Returns the numbers of the first and the last row of a batch. */
export const numbersOf = (batch: Batch): { readonly first: number; readonly last: number } => ({
  first: batch[0].number,
  last: (batch.at(-1) ?? batch[0]).number
})

/** Returns the request bodies of the rows that can be sent. */
export const bodiesOf = (batch: ReadonlyArray<CheckedRow>) =>
  batch.flatMap(({ reading }) => (reading._tag === "Success" ? [reading.success.body] : []))

/**
 * Splits rows into batches of at most 1,000 rows and 768 KiB. A resumed import passes `cuts`, the last row numbers of its
 * earlier batches, to get the same batches again.
 */
export class BatchCutter {
  private readonly cuts: Array<number>
  private rows: Array<CheckedRow> = []
  private size = 0

  constructor(cuts: ReadonlyArray<number> = []) {
    this.cuts = [...cuts]
  }

  /** Adds a row, and returns the batches that are now complete. */
  push(row: CheckedRow): ReadonlyArray<Batch> {
    const size = row.reading._tag === "Success" ? row.reading.success.size : 0
    const cut = this.cuts[0]
    const isFull = this.rows.length >= maxRequestRows || this.size + size > maxRequestSize
    const before = cut === undefined && isFull ? this.end() : []
    this.rows.push(row)
    this.size += size
    return cut !== undefined && row.number >= cut ? [...before, ...this.end()] : before
  }

  /** Returns the remaining rows. */
  end(): ReadonlyArray<Batch> {
    const [first, ...rest] = this.rows
    this.rows = []
    this.size = 0
    this.cuts.shift()
    return first === undefined ? [] : [[first, ...rest]]
  }
}
