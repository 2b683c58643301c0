import {
  type Batch,
  BatchCutter,
  bodiesOf,
  type CheckedRow,
  type Doubt,
  type FinishedBatch,
  finishedBatch,
  ImportFindings,
  noOutcome,
  numbersOf,
  plus,
  readEmail,
  readId,
  readNumber,
  type ReportLine,
  type RowTotals
} from "@rollcall/contact-files"
import { Refusal } from "../../api/Refusal.ts"
import type { Contact } from "../file/FileRows.ts"
import type { ImportClient, Plan } from "./ImportClient.ts"
import type { KeptRun } from "./KeptRun.ts"

/** What is known of an import so far. */
export interface RunReport {
  readonly counts: RowTotals
  /** How many rows there are of which the outcome is known. */
  readonly rows: number
  /** The last row that the server has, as it has all before it. */
  readonly sent: number
  /** How many rows there are of each kind that there is something to know about. */
  readonly totals: { readonly [Kind in ReportLine["kind"]]: number }
  /** The first of them, in the order of the file. */
  readonly lines: ReadonlyArray<ReportLine>
  /** The failed rows with their reasons, by their numbers. */
  readonly failures: ReadonlyMap<number, string>
}

/** Whether rows arrived is not known, and to send them again may make contacts twice. */
export class InDoubt extends Error {
  override readonly name = "InDoubt"
  readonly doubt: Doubt

  constructor(doubt: Doubt, cause?: unknown) {
    super(`rows ${doubt.first} to ${doubt.last} are in doubt`, { cause })
    this.doubt = doubt
  }
}

export interface RunOptions {
  readonly plan: Plan
  readonly client: ImportClient
  /** What was done before. */
  readonly begun: Pick<KeptRun, "batches" | "doubt">
  /** Whether rows that are in doubt are sent, though they may make contacts twice: somebody knows that they are missing. */
  readonly resend?: boolean
  /** Keeps what was done, before and after each request that is sent. */
  readonly keep: (done: Pick<KeptRun, "batches" | "doubt">) => void
  readonly onReport: (report: RunReport) => void
  readonly signal: AbortSignal
  /** How long it is waited before a request is sent again; for tests. */
  readonly pauses?: ReadonlyArray<number>
}

/** How many lines of each kind are held to be shown. */
const maxLines = 5_000

/** A server that is away is asked again for about a minute. */
const usualPauses = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 10_000, 10_000, 10_000, 10_000]

/**
 * Imports rows in their order, batch by batch, and reports what becomes of them. It is kept before each request that rows
 * are on their way, and after it that they arrived: an import that goes on sends no row twice that may make a contact
 * each time. Rejects with {@link InDoubt} where only a person can say whether rows arrived.
 */
export const runImport = async (
  rows: AsyncIterable<ReadonlyArray<CheckedRow>>,
  { begun, client, keep, onReport, pauses = usualPauses, plan, resend = false, signal }: RunOptions
): Promise<void> => {
  const findings = new Findings(plan)
  const batches = [...begun.batches]
  const cuts = [...batches.map(({ last }) => last), ...(begun.doubt === null ? [] : [begun.doubt.last])]
  let at = 0
  for await (const batch of inBatches(rows, cuts)) {
    signal.throwIfAborted()
    const { first, last } = numbersOf(batch)
    const contacts = bodiesOf(batch)
    const done = batches[at]
    let uuid: string | null = null
    if (done !== undefined) uuid = done.uuid
    else if (contacts.length > 0) {
      if (begun.doubt?.last === last && !resend && !isRepeatable(plan, contacts)) throw new InDoubt({ first, last })
      keep({ batches, doubt: { first, last } })
      try {
        uuid = await again(
          () => client.send(contacts),
          pauses,
          (error) => isLost(error) && isRepeatable(plan, contacts)
        )
      } catch (error) {
        if (isLost(error)) throw new InDoubt({ first, last }, error)
        keep({ batches, doubt: null })
        throw error
      }
    }
    if (done === undefined) {
      batches.push({ last, uuid })
      keep({ batches, doubt: null })
    }
    at++
    const known = uuid
    const outcome = known === null ? undefined : await again(() => client.outcome(known), pauses, isLost)
    findings.take(finishedBatch(batch, outcome))
    onReport(findings.report(last))
  }
}

/** Whether the answer to a request was lost, or says that the server failed in the middle of it. */
const isLost = (error: unknown): boolean => error instanceof Refusal && (error.status === 0 || error.status >= 500)

/** Whether a request was refused for now alone. */
const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.status === 429

/** Asks again as long as that is harmless and there are pauses left. */
const again = async <A>(
  ask: () => Promise<A>,
  pauses: ReadonlyArray<number>,
  isHarmless: (error: unknown) => boolean
): Promise<A> => {
  for (const pause of pauses) {
    try {
      return await ask()
    } catch (error) {
      if (!isTooMany(error) && !isHarmless(error)) throw error
      const wanted = error instanceof Refusal && error.retryAfter !== null ? 1_000 * error.retryAfter : pause
      await new Promise((resolve) => setTimeout(resolve, wanted))
    }
  }
  return ask()
}

/**
 * Whether rows may be sent again when it is not known whether they arrived: none of them would make a second contact. One
 * that has nothing to match on makes a contact each time, unless the merge only updates; and so does one that a page,
 * which knows no numbering plans, cannot be sure of.
 */
const isRepeatable = ({ match_on_field, merge_type }: Plan, contacts: ReadonlyArray<Contact>): boolean => {
  if (merge_type === "update") return true
  switch (match_on_field) {
    case "email":
      return contacts.every(({ email }) => email && readEmail(email)._tag !== "None")
    case "phone_number":
      return contacts.every(({ phone_number: text }) => text && !/\p{L}/u.test(text) && readNumber(text)._tag === "One")
    case "external_contact_id":
      return contacts.every(({ external_contact_id: id }) => id && readId(id)._tag !== "None")
    default:
      return false
  }
}

/** Gathers what there is to know about rows. */
class Findings {
  private readonly findings: ImportFindings
  private readonly lines: Array<ReportLine> = []
  private readonly totals = { failed: 0, warning: 0, merged: 0 }
  private readonly failures = new Map<number, string>()
  private counts = noOutcome.counts

  constructor({ match_on_field }: Plan) {
    this.findings = new ImportFindings(match_on_field)
  }

  take(batch: FinishedBatch): void {
    for (const { error, row } of batch.failures) this.failures.set(row.number, error)
    for (const line of this.findings.takeBatch(batch)) this.add(line)
    this.counts = plus(this.counts, batch.counts)
  }

  private add(line: ReportLine): void {
    if (this.totals[line.kind] < maxLines) this.lines.push(line)
    this.totals[line.kind]++
  }

  report(sent: number): RunReport {
    const { created, failed, skipped, unchanged, updated } = this.counts
    return {
      counts: this.counts,
      rows: created + updated + unchanged + skipped + failed,
      sent,
      totals: { ...this.totals },
      lines: [...this.lines],
      failures: this.failures
    }
  }
}

async function* inBatches(
  rows: AsyncIterable<ReadonlyArray<CheckedRow>>,
  cuts: ReadonlyArray<number>
): AsyncGenerator<Batch> {
  const cutter = new BatchCutter(cuts)
  for await (const some of rows) for (const row of some) yield* cutter.push(row)
  yield* cutter.end()
}
