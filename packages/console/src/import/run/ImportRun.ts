import {
  type Batch,
  BatchCutter,
  type Cause,
  type CheckedRow,
  type Doubt,
  type FieldWords,
  type FinishedBatch,
  ImportFindings,
  type ImportProgress,
  ImportRun,
  readEmail,
  readId,
  readNumber,
  type ReportLine,
  type RowTotals
} from "@rollcall/contact-files"
import { Refusal } from "../../api/Refusal.ts"
import type { Contact } from "../file/FileRows.ts"
import type { ImportClient, Plan } from "./ImportClient.ts"

export interface RunReport {
  readonly counts: RowTotals
  /** The number of rows with a known result. */
  readonly rows: number
  /** The number of the last row that the server has. It also has all earlier rows. */
  readonly sent: number
  /** The number of failures, warnings and merged rows. */
  readonly totals: { readonly [Kind in ReportLine["kind"]]: number }
  /** The causes of failures and warnings, the most frequent first. */
  readonly causes: { readonly failed: ReadonlyArray<Cause>; readonly warning: ReadonlyArray<Cause> }
  /** The first failures, warnings and merges, in the order of the file. */
  readonly lines: ReadonlyArray<ReportLine>
  /** The reasons of failed rows, by row number. */
  readonly failures: ReadonlyMap<number, string>
}

/** An error if it is unknown whether rows arrived. Sending them again could create contacts twice. */
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
  /** The progress of an earlier run. */
  readonly begun: ImportProgress<string>
  /**
   * Whether to send rows in doubt again, although that could create contacts twice. Set it if the user knows that the rows
   * are missing.
   */
  readonly resend?: boolean
  /** The names of fields for messages. */
  readonly words: FieldWords
  /** Stores the progress, before and after each request. */
  readonly keep: (done: ImportProgress<string>) => void
  readonly onReport: (report: RunReport) => void
  readonly signal: AbortSignal
  /** The pauses before a request is repeated; for tests. */
  readonly pauses?: ReadonlyArray<number>
}

/** The most lines of each kind to keep. */
const maxLines = 5_000

/** Retries an unreachable server for about a minute. */
const usualPauses = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 10_000, 10_000, 10_000, 10_000]

/**
 * Imports rows in order, batch by batch, and reports their results. Before each request it stores that the rows are being
 * sent, and afterwards that they arrived. So a resumed import doesn't resend rows that could create a contact twice.
 * Rejects with {@link InDoubt} if only a person can tell whether rows arrived.
 */
export const runImport = async (
  rows: AsyncIterable<ReadonlyArray<CheckedRow>>,
  { begun, client, keep, onReport, pauses = usualPauses, plan, resend = false, signal, words }: RunOptions
): Promise<void> => {
  const run = new ImportRun({ mergeType: plan.merge_type, isMatched: isMatchedBy(plan), earlier: begun, words })
  const findings = new Findings(plan)
  const request = async (contacts: ReadonlyArray<Contact>, doubt: Doubt): Promise<string> => {
    run.send(doubt)
    keep(run.progress)
    try {
      return await client.send(contacts)
    } catch (error) {
      if (isLost(error)) run.lose()
      else run.fail()
      keep(run.progress)
      throw error
    }
  }
  const send = async (batch: Batch): Promise<string | null> => {
    const { contacts, isDoubtful, isRepeatable, rows, uuid: earlier } = run.begin(batch)
    if (earlier !== undefined) return earlier
    if (isDoubtful && !resend) throw new InDoubt(rows)
    try {
      const uuid = await again(
        () => request(contacts, rows),
        pauses,
        (error) => isLost(error) && isRepeatable
      )
      run.accept(batch, uuid)
      return uuid
    } catch (error) {
      throw isLost(error) ? new InDoubt(rows, error) : error
    }
  }
  for await (const batch of inBatches(rows, begun)) {
    signal.throwIfAborted()
    const uuid = await send(batch)
    keep(run.progress)
    const outcome = uuid === null ? undefined : await again(() => client.outcome(uuid), pauses, isLost)
    const finished = run.finish(batch, outcome)
    run.report(finished)
    findings.take(finished)
    const causes = { failed: run.causes.list, warning: findings.causes }
    onReport({ counts: run.counts, rows: run.reported, sent: run.accepted, causes, ...findings.report })
  }
}

/** Whether the response was lost, or the server failed during the request. */
const isLost = (error: unknown): boolean => error instanceof Refusal && (error.status === 0 || error.status >= 500)

/** Whether a request was refused because of a rate limit. */
const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.status === 429

/** Repeats a request while repeating is harmless and pauses are left. */
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
 * Whether a row would match the contact that it created before. A row without a match value creates a contact each time. A
 * value that the page can't judge, because it has no numbering plans, counts as missing.
 */
const isMatchedBy =
  ({ match_on_field }: Plan) =>
  ({ email, external_contact_id: id, phone_number: text }: Contact): boolean => {
    switch (match_on_field) {
      case "email":
        return Boolean(email) && readEmail(email ?? "")._tag !== "None"
      case "phone_number":
        return Boolean(text) && !/\p{L}/u.test(text ?? "") && readNumber(text ?? "")._tag === "One"
      case "external_contact_id":
        return Boolean(id) && readId(id ?? "")._tag !== "None"
      default:
        return false
    }
  }

/** Collects the failures, warnings and merges of rows. */
class Findings {
  private readonly findings: ImportFindings
  private readonly lines: Array<ReportLine> = []
  private readonly totals = { failed: 0, warning: 0, merged: 0 }
  private readonly failures = new Map<number, string>()

  constructor({ match_on_field }: Plan) {
    this.findings = new ImportFindings(match_on_field)
  }

  take(batch: FinishedBatch): void {
    for (const { error, row } of batch.failures) this.failures.set(row.number, error)
    for (const line of this.findings.takeBatch(batch)) {
      if (this.totals[line.kind] < maxLines) this.lines.push(line)
      this.totals[line.kind]++
    }
  }

  get causes(): ReadonlyArray<Cause> {
    return this.findings.causes.list
  }

  get report(): Pick<RunReport, "totals" | "lines" | "failures"> {
    return { totals: { ...this.totals }, lines: [...this.lines], failures: this.failures }
  }
}

async function* inBatches(
  rows: AsyncIterable<ReadonlyArray<CheckedRow>>,
  { batches, doubt }: RunOptions["begun"]
): AsyncGenerator<Batch> {
  const cutter = new BatchCutter([...batches, ...(doubt === null ? [] : [doubt])].map(({ last }) => last))
  for await (const some of rows) for (const row of some) yield* cutter.push(row)
  yield* cutter.end()
}
