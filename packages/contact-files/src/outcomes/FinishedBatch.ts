import type { AppliedRow } from "./Merges.ts"
import { noOutcome, type RequestOutcome, type RowTotals } from "./RowAnswers.ts"
import type { CheckedRow, RowReason } from "../rows/SourceRow.ts"
import { type Batch, numbersOf } from "../rows/Batches.ts"
import type { ImportWarning } from "../rows/ImportWarnings.ts"

/** A range of rows, by number, that may or may not have arrived. */
export interface Doubt {
  readonly first: number
  readonly last: number
}

/** A row that failed, and why. */
export interface RowFailure extends RowReason {
  readonly row: CheckedRow
}

/** The outcome of the rows of a batch. */
export interface FinishedBatch {
  /** The number of the last row. */
  readonly last: number
  /** The number of bytes in the file up to the end of the batch. */
  readonly end: number
  readonly counts: RowTotals
  /** The failed rows, in the order of the file. */
  readonly failures: ReadonlyArray<RowFailure>
  /** The rows that did not fail, in the order of the file. */
  readonly applied: ReadonlyArray<AppliedRow>
}

/** Returns the rows of a batch that can't be sent. */
export const unreadableIn = (batch: ReadonlyArray<CheckedRow>): ReadonlyArray<RowFailure> =>
  batch.flatMap((row) => (row.reading._tag === "Failure" ? [{ row, ...row.reading.failure }] : []))

/**
 * Returns the result of a batch from the outcome of its request. The outcome is undefined if nothing was sent or the result
 * is unknown.
 */
export const finishedBatch = (batch: Batch, outcome: RequestOutcome | undefined): FinishedBatch => {
  const { archived, contacts, counts, failed } = outcome ?? noOutcome
  const sent = batch.filter(({ reading }) => reading._tag === "Success")
  const unreadable = unreadableIn(batch)
  const hasFailed = new Set(failed.map(({ index }) => index))
  const refused = failed.flatMap(({ error, index, reason }): ReadonlyArray<RowFailure> => {
    const row = sent[index]
    return row === undefined ? [] : [{ row, reason, error }]
  })
  const applied = sent.map((row, index) => ({
    row: archived?.has(index) === true ? { ...row, warnings: [...row.warnings, contactArchived] } : row,
    contact: contacts[index] ?? null
  }))
  return {
    last: numbersOf(batch).last,
    end: batch.at(-1)?.end ?? 0,
    counts: { ...counts, failed: counts.failed + unreadable.length },
    failures: [...unreadable, ...refused].sort((a, b) => a.row.number - b.row.number),
    applied: outcome === undefined ? [] : applied.filter((_, index) => !hasFailed.has(index))
  }
}

const contactArchived: RowReason & { readonly reason: ImportWarning } = {
  reason: "contact_archived",
  error: "the contact is archived and stays archived"
}

export const plus = (a: RowTotals, b: RowTotals): RowTotals => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  skipped: a.skipped + b.skipped,
  failed: a.failed + b.failed
})
