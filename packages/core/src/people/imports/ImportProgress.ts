import { DateTime } from "effect"
import type { Issue } from "../../shared/Issue.ts"
import {
  type AppliedRow,
  appliedRows,
  type ContactImport,
  type ImportStatus,
  type RowCounts,
  type RowResult
} from "./ContactImport.ts"

/** Returns whether every row has an outcome. */
export const isImportOver = ({ status }: Pick<ContactImport, "status">): boolean =>
  status === "completed" || status === "failed"

/** Returns the import after more rows were applied. */
export const advance = (before: ContactImport, results: ReadonlyArray<RowResult>, now: DateTime.Utc): ContactImport => {
  const counts = { ...before.counts }
  for (const { outcome } of results) counts[outcome] += 1
  return { ...before, counts, status: statusOf(before.total, counts), updatedAt: DateTime.max(now, before.updatedAt) }
}

/** Returns the status by the counts. An import failed if all its rows failed. Skipped rows don't count as failed. */
const statusOf = (total: number, counts: RowCounts): ImportStatus => {
  if (appliedRows(counts) < total) return "processing"
  return counts.failed === total ? "failed" : "completed"
}

/** Returns a failed result for each row without an outcome. Rows without an outcome are always the last rows. */
export const failRest = ({ counts, total }: ContactImport, issue: Issue): ReadonlyArray<AppliedRow> => {
  const applied = appliedRows(counts)
  return Array.from({ length: total - applied }, (_, n) => ({
    index: applied + n,
    outcome: "failed",
    contactUuid: null,
    issues: [issue]
  }))
}
