import { Context, Duration } from "effect"

/** Settings for applying rows. Processes that share a store should use the same settings. */
export type ImportSettings = {
  /** The number of rows that one transaction applies. */
  readonly batch: number
  /** The number of imports that each process works on at a time. */
  readonly workers: number
  /** The interval between claims of due imports in each process if the store doesn't know when the next import is due. */
  readonly sweepEvery: Duration.Duration
  /** How long after an import's last batch any worker may claim the import, in case its worker has died. */
  readonly nextCheckAfter: Duration.Duration
  /** How long a job runs before it queues its successor, so that other imports get their turn. */
  readonly jobTime: Duration.Duration
  /** How long the rows of an import are kept after the import has ended. The counts are kept. */
  readonly keepRowsFor: Duration.Duration
}

const defaults: ImportSettings = {
  batch: 300,
  workers: 3,
  sweepEvery: Duration.millis(500),
  nextCheckAfter: Duration.seconds(10),
  jobTime: Duration.seconds(5),
  keepRowsFor: Duration.days(30)
}

/** The current settings. A host may provide its own. */
export const ImportSettings = Context.Reference<ImportSettings>("@rollcall/core/people/imports/ImportSettings", {
  defaultValue: () => defaults
})
