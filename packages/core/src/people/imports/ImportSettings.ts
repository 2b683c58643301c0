import { Context, Duration } from "effect"

/** Settings for applying rows. Processes that share a store should use the same settings. */
export type ImportSettings = {
  /** The number of rows that one transaction applies. Default: 300. */
  readonly batch: number
  /** The number of imports that each process works on at a time. Default: 3. */
  readonly workers: number
  /** How often each process claims due imports if the store doesn't know when the next import is due. Default: 500 ms. */
  readonly sweepEvery: Duration.Duration
  /** How long after an import's last batch any worker may claim the import, in case its worker has died. Default: 10 s. */
  readonly nextCheckAfter: Duration.Duration
  /** How long a job runs before it queues its successor, so that other imports get their turn. Default: 5 s. */
  readonly jobTime: Duration.Duration
  /** How long the rows of an import are kept after the import has ended. The counts are kept. Default: 30 days. */
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
