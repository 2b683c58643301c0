import type { ImportBody } from "@rollcall/api"
import {
  type Doubt,
  type FinishedBatch,
  finishedBatch,
  plus,
  type RowFailure,
  unreadableIn
} from "../outcomes/FinishedBatch.ts"
import { noOutcome, type RequestOutcome, type RowTotals } from "../outcomes/RowAnswers.ts"
import { Causes } from "../outcomes/Causes.ts"
import { UnknownOptions } from "../rows/UnknownOptions.ts"
import type { FieldWords } from "../rows/FieldWords.ts"
import { type Batch, bodiesOf, numbersOf } from "../rows/Batches.ts"

type Body = ReturnType<typeof bodiesOf>[number]

/** The batches that an import has sent, by the numbers of their last rows, and the rows in doubt. */
export interface ImportProgress<Uuid extends string> {
  readonly batches: ReadonlyArray<{ readonly last: number; readonly uuid: Uuid | null }>
  readonly doubt: Doubt | null
}

interface ImportRunOptions<Uuid extends string> {
  readonly mergeType: (typeof ImportBody.Type)["merge_type"]
  /** Tells whether sending a row again finds the contact it created, instead of creating another. */
  readonly isMatched: (row: Body) => boolean
  /** The names of fields in messages. */
  readonly words: FieldWords
  /** The number of the first row. Default: 1. */
  readonly from?: number
  /** The progress of an earlier run with the same file. */
  readonly earlier?: ImportProgress<Uuid>
}

/** The start of a batch. */
export interface BatchStart<Uuid extends string> {
  readonly rows: Doubt
  /** The rows to send. */
  readonly contacts: ReadonlyArray<Body>
  /** The uuid of the import if the batch was sent before; null if it has nothing to send, undefined if it must be sent. */
  readonly uuid: Uuid | null | undefined
  /** Whether the batch can be sent again after its response was lost, because no row would create a second contact. */
  readonly isRepeatable: boolean
  /** Whether an earlier run may have sent the batch, and sending it again could create duplicate contacts. */
  readonly isDoubtful: boolean
}

/** A batch that was sent and not reported yet. */
interface OpenBatch<Uuid extends string> {
  readonly uuid: Uuid | null
  /** Null until the outcome is known. */
  readonly counts: RowTotals | null
  /** The failures known so far. */
  readonly failures: ReadonlyArray<RowFailure>
}

/**
 * The import of a file. Batches are sent and reported in the order of the file. A batch is in doubt from its request until
 * its response, and stays in doubt if the response is lost.
 */
export class ImportRun<Uuid extends string> {
  /** The number of reported rows with each outcome. */
  counts: RowTotals = noOutcome.counts
  /** The number of failed rows by reason. */
  readonly reasons = new Map<string, number>()
  /** The causes of the failures. */
  readonly causes = new Causes()
  /** The names of options that fields don't have, by field key. */
  readonly unknownOptions = new UnknownOptions()
  /** The number of the last row that was sent. All rows before it were sent too. Starts at `from` - 1. */
  accepted: number
  doubt: Doubt | null
  private wasLost = false
  private readonly options: ImportRunOptions<Uuid>
  private readonly earlier: Array<ImportProgress<Uuid>["batches"][number]>
  private readonly sent: Array<ImportProgress<Uuid>["batches"][number]> = []
  private readonly open = new Map<number, OpenBatch<Uuid>>()

  constructor(options: ImportRunOptions<Uuid>) {
    this.options = options
    this.accepted = (options.from ?? 1) - 1
    this.earlier = [...(options.earlier?.batches ?? [])]
    this.doubt = options.earlier?.doubt ?? null
  }

  /** The number of reported rows. */
  get reported(): number {
    const { created, failed, skipped, unchanged, updated } = this.counts
    return created + updated + unchanged + skipped + failed
  }

  /** The accepted imports without a known outcome. */
  get inProgress(): ReadonlyArray<Uuid> {
    return [...this.open.values()].flatMap(({ counts, uuid }) => (counts === null && uuid !== null ? [uuid] : []))
  }

  /** The progress for a later run to continue from. */
  get progress(): ImportProgress<Uuid> {
    return { batches: [...this.sent, ...this.earlier], doubt: this.doubt }
  }

  begin(batch: Batch): BatchStart<Uuid> {
    const rows = numbersOf(batch)
    const contacts = bodiesOf(batch)
    const earlier = this.earlier.shift()
    const uuid = earlier === undefined && contacts.length > 0 ? undefined : (earlier?.uuid ?? null)
    const isRepeatable = this.options.mergeType === "update" || contacts.every(this.options.isMatched)
    const isDoubtful = uuid === undefined && this.doubt?.last === rows.last && !isRepeatable
    if (uuid !== undefined) this.accept(batch, uuid, this.doubt)
    this.wasLost = false
    return { rows, contacts, uuid, isRepeatable, isDoubtful }
  }

  /** Records that these rows are being sent. */
  send(rows: Doubt): void {
    this.doubt = rows
  }

  /** Records that the target has accepted all rows up to the last of this batch. */
  accept(batch: Batch, uuid: Uuid | null, doubt: Doubt | null = null): void {
    const { last } = numbersOf(batch)
    this.accepted = last
    this.doubt = doubt
    this.sent.push({ last, uuid })
    this.open.set(last, { uuid, counts: null, failures: unreadableIn(batch) })
  }

  /** Records that the response to a request was lost. Its rows may have arrived. */
  lose(): void {
    this.wasLost = true
  }

  /** Records that a request did not arrive or was refused. Its rows are in doubt only if an earlier response was lost. */
  fail(): void {
    if (!this.wasLost) this.doubt = null
  }

  /** Records the outcome of a batch. */
  finish(batch: Batch, outcome: RequestOutcome | undefined): FinishedBatch {
    const { words } = this.options
    const failed = outcome?.failed.map((row) => ({ ...row, error: words.sentence(row.error) })) ?? []
    const finished = finishedBatch(batch, outcome && { ...outcome, failed })
    const { counts, failures, last } = finished
    const open = this.open.get(last)
    if (open !== undefined) this.open.set(last, { ...open, counts, failures })
    return finished
  }

  /** Counts a batch that was reported. */
  report({ counts, failures, last }: FinishedBatch): void {
    this.count(counts, failures)
    this.open.delete(last)
  }

  /** When the import stops: counts the known results of batches that were not reported, and returns their failures. */
  reportKnown(): ReadonlyArray<RowFailure> {
    const failures: Array<RowFailure> = []
    for (const [last, batch] of this.open) {
      failures.push(...batch.failures)
      this.count(batch.counts ?? { ...noOutcome.counts, failed: batch.failures.length }, batch.failures)
      if (batch.counts === null) this.open.set(last, { ...batch, failures: [] })
      else this.open.delete(last)
    }
    return failures
  }

  private count(counts: RowTotals, failures: ReadonlyArray<RowFailure>): void {
    this.counts = plus(this.counts, counts)
    for (const failure of failures) {
      this.reasons.set(failure.reason, (this.reasons.get(failure.reason) ?? 0) + 1)
      this.causes.take(failure, failure.row.number)
      this.unknownOptions.take(failure)
    }
  }
}
