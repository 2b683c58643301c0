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
import type { FieldWords } from "../rows/FieldWords.ts"
import { type Batch, bodiesOf, numbersOf } from "../rows/Batches.ts"

type Body = ReturnType<typeof bodiesOf>[number]

/** What an import has sent: batches by the numbers of their last rows, each with its import, and the rows in doubt. */
export interface ImportProgress<Uuid extends string> {
  readonly batches: ReadonlyArray<{ readonly last: number; readonly uuid: Uuid | null }>
  readonly doubt: Doubt | null
}

interface ImportRunOptions<Uuid extends string> {
  readonly mergeType: (typeof ImportBody.Type)["merge_type"]
  /** Whether a row finds the contact that it made before, so that it makes no second one. */
  readonly isMatched: (row: Body) => boolean
  /** What fields are called in messages. */
  readonly words: FieldWords
  /** The number of the first row. */
  readonly from?: number
  /** What an earlier run of the same file has sent. */
  readonly earlier?: ImportProgress<Uuid>
}

/** A batch that begins. */
export interface BatchStart<Uuid extends string> {
  readonly rows: Doubt
  /** What is to be sent. */
  readonly contacts: ReadonlyArray<Body>
  /** Its import, if it was sent before; null if it has nothing to send, and undefined if it must be sent. */
  readonly uuid: Uuid | null | undefined
  /** Whether it can be sent again after its answer was lost, because no row would make a second contact. */
  readonly isRepeatable: boolean
  /** Whether an earlier run may have sent it, and sending it again could make contacts twice. */
  readonly isDoubtful: boolean
}

/** The most names of unknown options of a field that are kept. */
const maxUnknown = 20

/** A batch that was sent and is not reported yet. */
interface OpenBatch<Uuid extends string> {
  readonly uuid: Uuid | null
  /** Null until its outcome is known. */
  readonly counts: RowTotals | null
  /** The failures that are known. */
  readonly failures: ReadonlyArray<RowFailure>
}

/**
 * An import of a file. Batches are sent and reported in the order of the file. From its request until its answer a batch is
 * in doubt, and it stays so if the answer is lost.
 */
export class ImportRun<Uuid extends string> {
  /** The outcomes of the rows that were reported. */
  counts: RowTotals = noOutcome.counts
  /** How many rows failed for each reason. */
  readonly reasons = new Map<string, number>()
  /** What rows failed for. */
  readonly causes = new Causes()
  /** The names of options that fields do not have, by the keys of the fields. */
  readonly unknownOptions = new Map<string, Set<string>>()
  /** The number of the last row that was sent, as were all before it; 0 before the first. */
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

  /** How many rows were reported. */
  get reported(): number {
    const { created, failed, skipped, unchanged, updated } = this.counts
    return created + updated + unchanged + skipped + failed
  }

  /** The imports that were accepted, and whose outcome is not known. */
  get inProgress(): ReadonlyArray<Uuid> {
    return [...this.open.values()].flatMap(({ counts, uuid }) => (counts === null && uuid !== null ? [uuid] : []))
  }

  /** What a later run has to know. */
  get progress(): ImportProgress<Uuid> {
    return { batches: [...this.sent, ...this.earlier], doubt: this.doubt }
  }

  /** Begins a batch. */
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

  /** Records that these rows are on their way. */
  send(rows: Doubt): void {
    this.doubt = rows
  }

  /** Records that the target has the rows up to the last of this batch. */
  accept(batch: Batch, uuid: Uuid | null, doubt: Doubt | null = null): void {
    const { last } = numbersOf(batch)
    this.accepted = last
    this.doubt = doubt
    this.sent.push({ last, uuid })
    this.open.set(last, { uuid, counts: null, failures: unreadableIn(batch) })
  }

  /** Records that the answer to a request was lost: its rows may have arrived. */
  lose(): void {
    this.wasLost = true
  }

  /** Records that a request did not arrive or was refused. Its rows are in doubt only if an earlier answer was lost. */
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

  /** Counts what is known of the batches that were not reported, and returns their failures, when the import stops. */
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
      for (const { field, names } of failure.unknownOptions ?? []) {
        const known = this.unknownOptions.get(field) ?? new Set()
        this.unknownOptions.set(field, known)
        for (const name of names) if (known.size < maxUnknown) known.add(name)
      }
    }
  }
}
