import { type Doubt, type FinishedBatch, plus, type RowFailure } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { appliedRows, noRows, type RowCounts } from "@rollcall/core/people"

/** A batch that was sent and is not reported yet. */
interface OpenBatch {
  readonly uuid: ContactImportUuid | null
  /** Null until its outcome is known. */
  readonly counts: RowCounts | null
  /** The failures that are known. */
  readonly failures: ReadonlyArray<RowFailure>
}

/** The progress of an import. Batches are sent in the order of the file, and reported in the same order. */
export class ImportState {
  /** The outcomes of the rows that were reported. */
  counts: RowCounts = noRows
  /** How many of the rows that failed there are for each reason. */
  readonly reasons = new Map<string, number>()
  /** The number of the last row that was sent, as were all before it; 0 before the first. */
  accepted: number
  doubt: Doubt | null = null
  private readonly open = new Map<number, OpenBatch>()

  constructor(from: number) {
    this.accepted = from - 1
  }

  /** How many rows were reported. */
  get reported(): number {
    return appliedRows(this.counts)
  }

  /** The imports that were accepted, and whose outcome is not known. */
  get inProgress(): ReadonlyArray<ContactImportUuid> {
    return [...this.open.values()].flatMap(({ counts, uuid }) => (counts === null && uuid !== null ? [uuid] : []))
  }

  /** Records that the target has the rows up to this one; these failures among them were not sent. */
  accept(last: number, uuid: ContactImportUuid | null, failures: ReadonlyArray<RowFailure>): void {
    this.accepted = last
    this.doubt = null
    this.open.set(last, { uuid, counts: null, failures })
  }

  /** Records the outcome of a batch. */
  finish({ counts, failures, last }: FinishedBatch): void {
    const open = this.open.get(last)
    if (open !== undefined) this.open.set(last, { ...open, counts, failures })
  }

  /** Counts a batch that was reported. */
  report({ counts, failures, last }: FinishedBatch): void {
    this.count(counts, failures)
    this.open.delete(last)
  }

  /** Counts what is known of the batches that were not reported, and returns their failures, when the import stops. */
  reportKnown(): ReadonlyArray<RowFailure> {
    const failures: Array<RowFailure> = []
    for (const [last, batch] of this.open) {
      failures.push(...batch.failures)
      this.count(batch.counts ?? { ...noRows, failed: batch.failures.length }, batch.failures)
      if (batch.counts === null) this.open.set(last, { ...batch, failures: [] })
      else this.open.delete(last)
    }
    return failures
  }

  private count(counts: RowCounts, failures: ReadonlyArray<RowFailure>): void {
    this.counts = plus(this.counts, counts)
    for (const { reason } of failures) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
  }
}
