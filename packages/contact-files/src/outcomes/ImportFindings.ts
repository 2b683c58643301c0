import { type AppliedRow, type MatchOn, Merges } from "./Merges.ts"
import { Causes } from "./Causes.ts"
import type { FinishedBatch, RowFailure } from "./FinishedBatch.ts"
import type { RowReason } from "../rows/SourceRow.ts"

/** A finding about a row of the file. */
export interface ReportLine extends RowReason {
  readonly number: number
  readonly kind: "failed" | "warning" | "merged"
}

/** Returns the report lines of failed rows. */
export const failedLines = (failures: ReadonlyArray<RowFailure>): ReadonlyArray<ReportLine> =>
  failures.map(({ error, field, reason, row: { number } }) => ({
    number,
    kind: "failed",
    reason,
    error,
    ...(field !== undefined && { field })
  }))

/** Collects warnings about the imported rows that did not fail, and which of these rows matched the same contact. */
export class ImportFindings {
  readonly merges: Merges
  /** The field that rows are matched on; null if rows are not matched. */
  readonly matchOn: string | null
  /** The number of warnings by reason. */
  readonly warnings = new Map<string, number>()
  /** The causes of the warnings. */
  readonly causes = new Causes()
  /** The number of warnings and merged rows. */
  total = 0

  constructor(matchOn: MatchOn) {
    this.merges = new Merges(matchOn)
    this.matchOn = matchOn ?? null
  }

  /** Counts the rows of a batch, and returns the findings about them, failed rows first. */
  takeBatch({ applied, failures }: Pick<FinishedBatch, "applied" | "failures">): ReadonlyArray<ReportLine> {
    return [...failedLines(failures), ...this.take(applied)]
  }

  /** Counts rows in the order of the file, and returns the findings about them. */
  take(applied: ReadonlyArray<AppliedRow>): ReadonlyArray<ReportLine> {
    const warnings = applied.flatMap(({ row: { number, warnings } }) =>
      warnings.map((warning): ReportLine => ({ number, kind: "warning", ...warning }))
    )
    for (const warning of warnings) {
      this.warnings.set(warning.reason, (this.warnings.get(warning.reason) ?? 0) + 1)
      this.causes.take(warning, warning.number)
    }
    const merged = this.merges.take(applied).map(({ first, row: { number }, value }): ReportLine => ({
      number,
      kind: "merged",
      reason: "same_contact",
      error: `matched the same contact as row ${first}: ${this.matchOn ?? ""} ${JSON.stringify(value)}`
    }))
    this.total += warnings.length + merged.length
    return [...warnings, ...merged].sort((a, b) => a.number - b.number)
  }
}
