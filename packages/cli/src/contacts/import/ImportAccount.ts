import { type ContactImportUuid, noRows, type RowCounts } from "@rollcall/core"
import type { SourceRow } from "../reading/SourceRow.ts"

/** A row that failed, and why. */
export interface RowFailure {
  readonly row: SourceRow
  readonly reason: string
}

/** Rows of which it is not known whether they arrived, by their numbers in the file. */
export interface Doubt {
  readonly first: number
  readonly last: number
}

/** What became of the rows of a batch. */
export interface SettledBatch {
  /** The number of its last row. */
  readonly last: number
  /** How many bytes of the file end with it. */
  readonly end: number
  readonly counts: RowCounts
  /** In the order of the file. */
  readonly failures: ReadonlyArray<RowFailure>
}

/** A batch that was handed over and is not yet told of. */
interface OpenBatch {
  readonly uuid: ContactImportUuid | null
  readonly counts: RowCounts | null
  /** The failures that are known. */
  readonly failures: ReadonlyArray<RowFailure>
}

/** How far an import is. Batches are handed over in the order of the file, and told of in the same order. */
export class ImportAccount {
  /** What became of the rows that were told of. */
  counts: RowCounts = noRows
  /** The last row that was handed over, and all before it; 0 before the first. */
  accepted: number
  doubt: Doubt | null = null
  private readonly open = new Map<number, OpenBatch>()

  constructor(from: number) {
    this.accepted = from - 1
  }

  /** How many rows have an outcome that was told. */
  get settled(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** The imports that were accepted, and whose outcome is not known. */
  get underWay(): ReadonlyArray<ContactImportUuid> {
    return [...this.open.values()].flatMap(({ counts, uuid }) => (counts === null && uuid !== null ? [uuid] : []))
  }

  /** The target has the rows up to this one; these failures among them were never sent. */
  accept(last: number, uuid: ContactImportUuid | null, failures: ReadonlyArray<RowFailure>): void {
    this.accepted = last
    this.doubt = null
    this.open.set(last, { uuid, counts: null, failures })
  }

  /** The outcome of a batch is known. */
  know({ counts, failures, last }: SettledBatch): void {
    const open = this.open.get(last)
    if (open !== undefined) this.open.set(last, { ...open, counts, failures })
  }

  /** A batch was told of. */
  close({ counts, last }: SettledBatch): void {
    this.counts = plus(this.counts, counts)
    this.open.delete(last)
  }

  /** Counts what is known of the batches that were not told of, and gives their failures, when the import stops. */
  closeKnown(): ReadonlyArray<RowFailure> {
    const failures: Array<RowFailure> = []
    for (const [last, batch] of this.open) {
      failures.push(...batch.failures)
      this.counts = plus(this.counts, batch.counts ?? { ...noRows, failed: batch.failures.length })
      if (batch.counts === null) this.open.set(last, { ...batch, failures: [] })
      else this.open.delete(last)
    }
    return failures
  }
}

const plus = (a: RowCounts, b: RowCounts): RowCounts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  skipped: a.skipped + b.skipped,
  failed: a.failed + b.failed
})
